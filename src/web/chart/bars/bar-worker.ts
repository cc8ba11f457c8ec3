import { BarBuilder } from './bar-builder.ts';
import type { BarRequest, BarResult } from './bar-messages.ts';

const maker = new BarBuilder();

addEventListener('message', ({ data }: MessageEvent<BarRequest>) => {
  const answer = maker.take(data);
  // Handed over, not copied: a million bars are 50 MB.
  if (answer) postMessage(answer, { transfer: 'bars' in answer ? buffersOf(answer) : [] });
});

function buffersOf({ bars, averages }: BarResult): ArrayBuffer[] {
  const { length: _, ...columns } = bars;
  const buffers = [...Object.values(columns), ...averages].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
  return [...new Set(buffers)];
}
