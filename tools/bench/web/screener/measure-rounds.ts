import { SLOWNESS } from '#tools/bench/web/browser.ts';
import type { BenchmarkSetup } from './benchmark-setup.ts';
import { gridPages } from './grid-pages.ts';
import type { Memory, Results } from './results-table.ts';
import { type Round, runMemory, runRound } from './round.ts';

/** Measures both grids alternately, under the same conditions. */
export async function measureRounds(setup: BenchmarkSetup, count: number): Promise<Results> {
  const full = rounds(setup, 1);
  const slowed = rounds(setup, SLOWNESS);
  for (let round = 0; round < count; round += 1) {
    await full.next();
    await slowed.next();
  }
  return { full, slowed };
}

export async function measureMemory(setup: BenchmarkSetup): Promise<Memory> {
  return {
    ours: await runMemory(setup, gridPages.ours),
    agGrid: await runMemory(setup, gridPages.agGrid),
  };
}

function rounds(setup: BenchmarkSetup, slowness: number) {
  const ours: Round[] = [];
  const agGrid: Round[] = [];
  const next = async () => {
    ours.push(logResult(await runRound(setup, gridPages.ours, slowness)));
    agGrid.push(logResult(await runRound(setup, gridPages.agGrid, slowness)));
  };
  return { ours, agGrid, next };
}

function logResult(round: Round): Round {
  const values = Object.entries(round).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  process.stderr.write(`${Math.round(process.uptime())} s: ${values.join(', ')}\n`);
  return round;
}
