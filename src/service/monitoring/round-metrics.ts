import { Histogram, type Registry } from 'prom-client';
import type { RoundListener } from '#service/market/round.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const COUNTS = [0, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

/** Creates the metrics of rounds, and returns the listener that records them. */
export function createRoundMetrics(registry: Registry): RoundListener {
  const registers = [registry];
  const duration = new Histogram({
    name: 'jetscope_round_duration_seconds',
    help: 'Duration of rounds, which store new data and update all values, by outcome: done, stale, busy or empty',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const swaps = new Histogram({
    name: 'jetscope_round_swaps',
    help: 'New swaps per round',
    buckets: COUNTS,
    registers,
  });
  const jettons = new Histogram({
    name: 'jetscope_round_jettons',
    help: 'Recalculated jettons per round',
    buckets: COUNTS,
    registers,
  });
  return (round) => {
    duration.observe({ outcome: round.outcome }, round.seconds);
    if (round.outcome === 'busy' || round.outcome === 'empty') return;
    swaps.observe(round.swaps);
    jettons.observe(round.jettons);
  };
}
