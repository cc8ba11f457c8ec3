import type { DrawingContext } from './canvas.ts';
import type { CardContent, NameCandidates, VerificationLabel } from './card-content.ts';
import { drawVerifiedBadge } from './draw-shapes.ts';
import { drawRuns, measureRun, type Run, truncateRun } from './draw-text.ts';
import type { SelectText } from './legible-text.ts';
import { colors, MARGIN, WIDTH } from './theme.ts';

/** Width of the line without the logo and name of Jetscope. */
const TITLE_WIDTH = WIDTH - 224;

/** Draws the title of the page, and below it the name, exchange and verification. */
export function drawNames(
  context: DrawingContext,
  content: CardContent,
  selectText: SelectText,
  y: number,
): void {
  const title = titleRuns(context, content.pair, selectText);
  drawRuns(context, title, MARGIN, y);
  const color = colors.muted;
  const name = selectText(content.name);
  const hasName = name !== title[0]?.text;
  const subtitle = hasName ? [truncateRun(context, { text: name, size: 36, color }, 560)] : [];
  if (content.exchange !== undefined)
    subtitle.push({ text: `on ${content.exchange}`, size: 36, color, gap: hasName ? 10 : 0 });
  const end = drawRuns(context, subtitle, MARGIN, y + 56);
  if (content.verification)
    drawVerification(context, content.verification, subtitle.length > 0 ? end + 28 : MARGIN, y + 56);
}

/** Returns the symbols of the title. A long counterpart takes at most half of the line. */
function titleRuns(
  context: DrawingContext,
  [symbol = ['?'], counterpart]: CardContent['pair'],
  selectText: SelectText,
): Run[] {
  const run = (texts: NameCandidates): Run => ({
    text: selectText(texts),
    size: 76,
    weight: 600,
    color: colors.text,
  });
  const slash: Run = { text: '/', size: 76, color: colors.muted, gap: 20 };
  const counterpartRuns = counterpart
    ? [slash, truncateRun(context, { ...run(counterpart), gap: 20 }, TITLE_WIDTH / 2 - 60)]
    : [];
  const symbolWidth = counterpartRuns.reduce((width, part) => width - measureRun(context, part), TITLE_WIDTH);
  return [truncateRun(context, run(symbol), symbolWidth), ...counterpartRuns];
}

function drawVerification(
  context: DrawingContext,
  { text, badgeColor }: VerificationLabel,
  x: number,
  y: number,
): void {
  if (badgeColor) drawVerifiedBadge(context, x, y - 28, 32, colors[badgeColor]);
  const run: Run = { text, size: 32, weight: 500, color: colors[badgeColor ?? 'text'] };
  drawRuns(context, [run], badgeColor ? x + 42 : x, y);
}
