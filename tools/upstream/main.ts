import * as z from 'zod';
import {
  describeCommandError,
  parseOptions,
  parseTimeOption,
  requireFolder,
  UsageError,
} from '#service/config/command-line.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { faultsSchema } from './faults.ts';
import { createUpstream, type WireFormat } from './server.ts';
import { digits, jsonText } from './source.ts';

const USAGE = `Usage: npm run upstream -- FOLDER [--port N] [--now TIME] [--faults JSON]

Serves a dataset folder in the formats of public sources, for tests of feeds: exchanges other than stonfi and dedust as
DEX Screener adapters. Prints its base URL.

  --port N                  port on 127.0.0.1; default: any free port
  --now TIME                fixed clock, such as 2026-01-29T07:50:00Z; default: the system's clock
  --faults JSON             faults from the start; see faults.ts
`;

async function main(): Promise<void> {
  const { values, positionals } = parseOptions(process.argv.slice(2), {
    port: { type: 'string', default: '0' },
    now: { type: 'string' },
    faults: { type: 'string', default: '{}' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const market = readDataset(requireFolder(positionals));
  const exchanges = Array.from(market.pools.values(), ({ exchange }) => exchange);
  const formats = Object.fromEntries(exchanges.map((exchange) => [exchange, formatOf(exchange)]));
  const faults = parseValue('--faults', jsonText.pipe(faultsSchema), values.faults);
  const port = parseValue('--port', digits.pipe(z.int().max(65_535)), values.port);
  const upstream = createUpstream({ market, formats, faults });
  if (values.now !== undefined) upstream.setNow(parseTimeOption('--now', values.now));
  process.stdout.write(`${await upstream.listen(port)}\n`);
}

function formatOf(exchange: string): WireFormat {
  return exchange === 'stonfi' || exchange === 'dedust' ? exchange : 'dexscreener';
}

/** Throws UsageError. */
function parseValue<Value>(option: string, schema: z.ZodType<Value>, input: unknown): Value {
  const { data, error } = schema.safeParse(input);
  if (error) throw new UsageError(`${option}: ${z.prettifyError(error)}`);
  return data;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeCommandError(error, [UsageError])}\n`);
  process.exitCode = 1;
}
