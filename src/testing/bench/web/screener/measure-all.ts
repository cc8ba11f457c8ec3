import { SLOWNESS } from '#testing/bench/web/browser.ts';
import { type Round, runMemory, runRound } from './round.ts';
import type { Setting } from './setting.ts';
import { subjects } from './subjects.ts';
import type { Memory, Results } from './table.ts';

/** The two grids in turns, so that both meet the same machine. */
export async function measureAll(setting: Setting, count: number): Promise<Results> {
  const full = rounds(setting, 1);
  const slowed = rounds(setting, SLOWNESS);
  for (let round = 0; round < count; round += 1) {
    await full.next();
    await slowed.next();
  }
  return { full, slowed };
}

export async function measureMemory(setting: Setting): Promise<Memory> {
  return {
    ours: await runMemory(setting, subjects.ours),
    agGrid: await runMemory(setting, subjects.agGrid),
  };
}

function rounds(setting: Setting, slowness: number) {
  const ours: Round[] = [];
  const agGrid: Round[] = [];
  const next = async () => {
    ours.push(tell(await runRound(setting, subjects.ours, slowness)));
    agGrid.push(tell(await runRound(setting, subjects.agGrid, slowness)));
  };
  return { ours, agGrid, next };
}

function tell(round: Round): Round {
  const words = Object.entries(round).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  process.stderr.write(`${Math.round(process.uptime())} s: ${words.join(', ')}\n`);
  return round;
}
