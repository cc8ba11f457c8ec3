import type { Pen } from './canvas.ts';
import type { Called, CardText, Standing } from './card-text.ts';
import { drawVerified } from './draw-shapes.ts';
import { cut, drawRuns, type Run, widthOf } from './draw-text.ts';
import type { Read } from './legible-text.ts';
import { look, MARGIN, WIDTH } from './theme.ts';

/** What the service's own mark and name leave of the line. */
const TITLE_WIDTH = WIDTH - 224;

/** What the page is about, and under it how far somebody has checked that. */
export function paintNames(pen: Pen, words: CardText, read: Read, y: number): void {
  const title = titleRuns(pen, words.pair, read);
  drawRuns(pen, title, MARGIN, y);
  const color = look.muted;
  const name = read(words.name);
  const isNew = name !== title[0]?.text;
  const under = isNew ? [cut(pen, { text: name, size: 36, color }, 560)] : [];
  if (words.exchange !== undefined)
    under.push({ text: `on ${words.exchange}`, size: 36, color, gap: isNew ? 10 : 0 });
  const end = drawRuns(pen, under, MARGIN, y + 56);
  if (words.standing) paintStanding(pen, words.standing, under.length > 0 ? end + 28 : MARGIN, y + 56);
}

/** A long counterpart leaves half of the line to the jetton. */
function titleRuns(pen: Pen, [symbol = ['?'], counterpart]: CardText['pair'], read: Read): Run[] {
  const run = (texts: Called): Run => ({ text: read(texts), size: 76, weight: 600, color: look.text });
  const slash: Run = { text: '/', size: 76, color: look.muted, gap: 20 };
  const rest = counterpart ? [slash, cut(pen, { ...run(counterpart), gap: 20 }, TITLE_WIDTH / 2 - 60)] : [];
  const left = rest.reduce((room, part) => room - widthOf(pen, part), TITLE_WIDTH);
  return [cut(pen, run(symbol), left), ...rest];
}

function paintStanding(pen: Pen, { text, mark }: Standing, x: number, y: number): void {
  if (mark) drawVerified(pen, x, y - 28, 32, look[mark]);
  const run: Run = { text, size: 32, weight: 500, color: look[mark ?? 'text'] };
  drawRuns(pen, [run], mark ? x + 42 : x, y);
}
