import { BarBuilder } from './bar-builder.ts';
import type { BarRequest, BarResult } from './bar-messages.ts';

const builder = new BarBuilder();

addEventListener('message', ({ data }: MessageEvent<BarRequest>) => {
  builder
    .handle(data)
    .then((result) => {
      // Transferred, not copied: a million bars are 50 MB.
      if (result) postMessage(result, { transfer: 'bars' in result ? buffersOf(result) : [] });
    })
    // As an `error` event of the worker, unlike a rejection.
    .catch(reportError);
});

function buffersOf({ bars, averages, indicators }: BarResult): ArrayBuffer[] {
  const { length: _, ...columns } = bars;
  const buffers = [...Object.values(columns), ...averages, ...indicators.flat()].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
  return [...new Set(buffers)];
}
