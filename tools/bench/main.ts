import { prepareSimulatedMarket, startBenchService } from './bench-service.ts';
import { benchCases } from './cases.ts';
import { describeMachine } from './describe-machine.ts';
import { type Measurement, measure, sendRequest } from './measure.ts';

const DEFAULT_JETTONS = 200_000;

const service = await startBenchService(
  prepareSimulatedMarket(Number(process.env.BENCH_JETTONS ?? DEFAULT_JETTONS)),
);
try {
  print(`${describeMachine()},`);
  print(
    `Node ${process.version}, ${service.store.engine} store, one process; milliseconds, requests one after another;`,
  );
  print('req/s with 8 connections.\n');
  print('| | HTTP p50 | p99 | req/s | SQL p50 | p99 | HTTP / SQL |');
  print('|---|---|---|---|---|---|---|');
  for (const { name, request } of await benchCases(service.app)) {
    const statements = await service.statementsOf(() => sendRequest(service.address, request));
    print(row(name, await measure(service.address, request, service.store.db, statements)));
  }
} finally {
  await service.close();
}
process.exit();

function row(name: string, { http, sql, perSecond }: Measurement): string {
  const cells = [http.p50, http.p99, undefined, sql.p50, sql.p99].map((time) =>
    time === undefined ? String(Math.round(perSecond)) : time.toFixed(1),
  );
  return `| ${name} | ${cells.join(' | ')} | ${(http.p50 / sql.p50).toFixed(1)} |`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
