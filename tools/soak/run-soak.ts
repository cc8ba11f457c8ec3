import { setTimeout as delay } from 'node:timers/promises';
import { noOutcomes, type Outcomes, runClients } from './clients.ts';
import { runHostileClients } from './hostile-clients.ts';
import { fetchMarkets, pick } from './requests.ts';
import type { SoakTarget } from './soak-targets.ts';

const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 40_000;
/** Time to recover after a fault, in which failures are excused. */
const RECOVERY_MS = 15_000;

/** Results of one service in one minute, in bytes and milliseconds. */
export interface Minute {
  readonly faults: readonly string[];
  readonly outcomes: Outcomes;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly diskBytes: number;
  readonly loopDelay: number;
  readonly loggedBytes: number;
  readonly crashes: number;
}

/** Runs clients and random faults against a service, and reports every minute. */
export async function runSoak(
  { service, faults, diskBytes }: SoakTarget,
  minutes: number,
  onMinute: (minute: Minute) => void,
): Promise<void> {
  const markets = await fetchMarkets(service.origin);
  const stopped = new AbortController();
  const { signal } = stopped;
  let outcomes = noOutcomes();
  let injected: string[] = [];
  let faultyUntil = 0;
  const isFaulty = () => performance.now() < faultyUntil;
  const injecting = (async () => {
    while (!signal.aborted) {
      await delay(RECOVERY_MS + Math.random() * MAX_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const fault = pick(faults);
      injected.push(fault.name);
      faultyUntil = Number.POSITIVE_INFINITY;
      await fault
        .inject()
        .catch((error: unknown) => outcomes.unexpected.push(`${fault.name}: ${String(error)}`));
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
    const { crashes, logged: loggedBytes } = service;
    const report = { faults: injected, outcomes, residentBytes, heapBytes, loopDelay, loggedBytes, crashes };
    onMinute({ ...report, diskBytes: await diskBytes() });
    outcomes = noOutcomes();
    injected = [];
    loopDelay = 0;
  }
  clearInterval(sampling);
  stopped.abort();
  await Promise.all([injecting, clients, attackers]);
}
