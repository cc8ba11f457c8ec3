import { parseOptions, requireFolder, runCommand, UsageError } from '#service/config/command-line.ts';
import { requireDataset } from '#service/import/dataset-files.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { mixedFaults } from './faults.ts';
import { createUpstream, type WireFormat } from './server.ts';

const USAGE = `Usage: npm run upstream -- FOLDER [--port N] [--faults SHARE]

Serves a dataset folder in the formats of public sources, for tests of feeds: exchanges other than stonfi and dedust as
DEX Screener adapters. Prints its base URL.

  --port N                  port on 127.0.0.1; default: any free port
  --faults SHARE            share of the requests that fail or are late, such as 0.15; default: 0
`;

const MAX_PORT = 65_535;

async function main(): Promise<void> {
  const { values, positionals } = parseOptions(process.argv.slice(2), {
    port: { type: 'string', default: '0' },
    faults: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > MAX_PORT)
    throw new UsageError(`--port: expected 0 to ${MAX_PORT}`);
  const share = Number(values.faults || 'x');
  if (!(share >= 0 && share <= 1)) throw new UsageError('--faults: expected 0 to 1');
  const folder = requireFolder(positionals);
  requireDataset(folder);
  const market = readDataset(folder);
  const exchanges = Array.from(market.pools.values(), ({ exchange }) => exchange);
  const formats = Object.fromEntries(exchanges.map((exchange) => [exchange, formatOf(exchange)]));
  const upstream = createUpstream({ market, formats, faults: mixedFaults(share) });
  process.stdout.write(`${await upstream.listen(port)}\n`);
}

function formatOf(exchange: string): WireFormat {
  return exchange === 'stonfi' || exchange === 'dedust' ? exchange : 'dexscreener';
}

await runCommand(main);
