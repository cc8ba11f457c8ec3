import * as z from 'zod';
import {
  describeCommandError,
  parseOptions,
  parseTimeOption,
  requireFolder,
  UsageError,
} from '#service/config/command-line.ts';
import { type Faults, faultsSchema } from './faults.ts';
import { jsonText } from './json-text.ts';
import { createUpstream } from './upstream.ts';
import { readUpstreamMarket } from './upstream-market.ts';
import { type WireFormat, wireFormats } from './wire-format.ts';

const USAGE = `Usage: npm run upstream -- FOLDER [--port N] [--now TIME] [--faults JSON] [--format EXCHANGE=FORMAT]…

Serves a dataset folder in the formats of public sources, for tests of feeds. Prints its base URL.

  --port N                  port on 127.0.0.1; default: any free port
  --now TIME                fixed clock, such as 2026-01-29T07:50:00Z; default: the system's clock
  --faults JSON             faults from the start; see faults.ts
  --format EXCHANGE=FORMAT  format of an exchange: ${wireFormats.join(', ')};
                            default: stonfi=stonfi, dedust=dedust, all others dexscreener
`;

async function main(): Promise<void> {
  const { values, positionals } = parseOptions(process.argv.slice(2), {
    port: { type: 'string', default: '0' },
    now: { type: 'string' },
    faults: { type: 'string' },
    format: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const market = readUpstreamMarket(requireFolder(positionals));
  const exchanges = new Set(Array.from(market.pools.values(), ({ exchange }) => exchange));
  const upstream = createUpstream({
    market,
    formats: { ...defaultFormats(exchanges), ...Object.fromEntries(values.format.map(parseFormat)) },
    faults: parseFaults(values.faults),
  });
  if (values.now !== undefined) upstream.setNow(parseTimeOption('--now', values.now));
  process.stdout.write(`${await upstream.listen(parsePort(values.port))}\n`);
}

function defaultFormats(exchanges: Iterable<string>): Record<string, WireFormat> {
  return Object.fromEntries(
    Array.from(exchanges, (exchange) => {
      const format = exchange === 'stonfi' || exchange === 'dedust' ? exchange : 'dexscreener';
      return [exchange, format] as const;
    }),
  );
}

function parseFormat(text: string): [exchange: string, format: WireFormat] {
  const [exchange = '', name] = text.split('=');
  const format = wireFormats.find((candidate) => candidate === name);
  if (exchange === '' || format === undefined) {
    throw new UsageError(`--format ${text}: expected EXCHANGE=FORMAT with one of ${wireFormats.join(', ')}`);
  }
  return [exchange, format];
}

function parseFaults(text: string | undefined): Faults | null {
  if (text === undefined) return null;
  const { data, error } = jsonText.pipe(faultsSchema).safeParse(text);
  if (error) throw new UsageError(`--faults: ${z.prettifyError(error)}`);
  return data;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`--port ${text}: not a valid port`);
  return port;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeCommandError(error, [UsageError])}\n`);
  process.exitCode = 1;
}
