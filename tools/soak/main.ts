import { setTimeout as delay } from 'node:timers/promises';
import { print } from '#tools/bench/report.ts';
import { noOutcomes, runClients, runHostileClients } from './clients.ts';
import { fetchMarkets, pick } from './requests.ts';
import { type SoakTarget, startEmbeddedTarget, startServerTarget } from './soak-targets.ts';

const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 40_000;
/** Time to recover after a fault, in which failures are excused. */
const RECOVERY_MS = 15_000;

const DEFAULT_MINUTES = 5;
const MAX_LISTED_FAILURES = 20;

const columns =
  'minute | store | faults | succeeded | excused | unexpected | slowest, ms | RSS, MB | heap, MB | disk, MB | loop delay p99, ms | log, kB | crashes';

const [, , minutesText = DEFAULT_MINUTES, part = 'stores'] = process.argv;
const minutes = Number(minutesText);
if (!Number.isInteger(minutes) || minutes < 1 || !['stores', 'feeds'].includes(part)) {
  process.stderr.write('Usage: npm run test:soak -- MINUTES [stores|feeds] (an integer, at least 1)\n');
  process.exit(1);
}

const failures =
  part === 'feeds' ? await (await import('./feeds.ts')).soakFeeds(minutes) : await soakStores();
print(failures.length > 0 ? '\nFAILED:' : '\nPassed.');
for (const failure of failures.slice(0, MAX_LISTED_FAILURES)) print(`- ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

async function soakStores(): Promise<string[]> {
  const targets = [await startOrSkip(startEmbeddedTarget), await startOrSkip(startServerTarget)];
  print(`Simulated market, random clients and faults, ${minutes} minutes, both stores concurrently.\n`);
  print(`| ${columns} |\n|${'---|'.repeat(columns.split('|').length)}`);
  return (await Promise.all(targets.flatMap((target) => (target ? [soak(target)] : [])))).flat();
}

async function startOrSkip(start: () => Promise<SoakTarget>): Promise<SoakTarget | undefined> {
  try {
    return await start();
  } catch (error) {
    print(`SKIPPED: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Runs clients and random faults against a service, and prints a row every minute. Returns the unexpected failures. */
async function soak({ name, service, faults, diskBytes, remove }: SoakTarget): Promise<string[]> {
  const markets = await fetchMarkets(service.origin);
  const stopped = new AbortController();
  const { signal } = stopped;
  const unexpected: string[] = [];
  let outcomes = noOutcomes();
  let injected: string[] = [];
  let faultyUntil = 0;
  const isFaulty = () => performance.now() < faultyUntil;
  const injecting = (async () => {
    while (!signal.aborted) {
      await delay(RECOVERY_MS + Math.random() * MAX_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const [fault, inject] = pick(Object.entries(faults));
      injected.push(fault);
      faultyUntil = Number.POSITIVE_INFINITY;
      await inject().catch((error: unknown) => outcomes.unexpected.push(`${fault}: ${String(error)}`));
      faultyUntil = performance.now() + RECOVERY_MS;
    }
  })();
  const clients = runClients({ origin: service.origin, markets, isFaulty, outcomes: () => outcomes, signal });
  const attackers = runHostileClients(service.origin, signal);
  let loopDelay = 0;
  const sampling = setInterval(() => {
    loopDelay = Math.max(loopDelay, service.sample?.loopDelay ?? 0);
  }, 1_000);
  for (let minute = 1; minute <= minutes; minute += 1) {
    await delay(MINUTE_MS);
    const { residentBytes = 0, heapBytes = 0 } = service.sample ?? {};
    const megabytes = [residentBytes, heapBytes, await diskBytes()].map((bytes) => Math.round(bytes / 1e6));
    const { succeeded, excused, slowest } = outcomes;
    const requests = [succeeded, excused, outcomes.unexpected.length, Math.round(slowest)];
    const { logged, crashes } = service;
    const rest = [Math.round(loopDelay), Math.round(logged / 1e3), crashes];
    print(`| ${[minute, name, injected.join(', '), ...requests, ...megabytes, ...rest].join(' | ')} |`);
    unexpected.push(...outcomes.unexpected.map((failure) => `${name}: ${failure}`));
    outcomes = noOutcomes();
    injected = [];
    loopDelay = 0;
  }
  clearInterval(sampling);
  stopped.abort();
  await Promise.all([injecting, clients, attackers]);
  const { crashes } = service;
  await remove();
  return crashes > 0 ? [`${name}: ${crashes} crashes`, ...unexpected] : unexpected;
}
