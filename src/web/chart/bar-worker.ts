import { BarMaker } from './bar-maker.ts';
import type { BarQuestion } from './bar-messages.ts';

const maker = new BarMaker();

addEventListener('message', ({ data }: MessageEvent<BarQuestion>) => {
  const answer = maker.take(data);
  if (answer) postMessage(answer);
});
