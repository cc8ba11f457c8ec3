import { sparkline } from '#service/operations/sparkline.ts';
import { colors, type DrawingContext } from './canvas.ts';

/** Draws the logo of `public/favicon.svg`, whose size is 32 by 32. */
export function drawLogo(context: DrawingContext, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 32, size / 32);
  context.fillStyle = colors.raised;
  context.beginPath();
  context.roundRect(0, 0, 32, 32, 7);
  context.fill();
  context.strokeStyle = colors.accent;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  stroke(context, 3.2, [6, 21.5], [12.5, 14], [17, 18.5], [26, 9]);
  context.globalAlpha = 0.45;
  stroke(context, 2, [6, 26], [26, 26]);
  context.restore();
}

/** Draws the verification badge of the dashboard, whose size is 16 by 16. */
export function drawVerifiedBadge(
  context: DrawingContext,
  x: number,
  y: number,
  size: number,
  color: string,
): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 16, size / 16);
  context.fillStyle = color;
  context.beginPath();
  context.arc(8, 8, 7.5, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = colors.bg;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  stroke(context, 1.7, [4.8, 8.3], [7, 10.5], [11.2, 5.9]);
  context.restore();
}

/** Draws a triangle, because Inter has no such character. */
export function drawArrow(
  context: DrawingContext,
  direction: 'up' | 'down',
  x: number,
  y: number,
  size: number,
): void {
  const [base, tip] = direction === 'up' ? [y, y - size * 0.8] : [y - size * 0.8, y];
  context.fillStyle = colors[direction];
  context.beginPath();
  context.moveTo(x, base);
  context.lineTo(x + size, base);
  context.lineTo(x + size / 2, tip);
  context.fill();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const STROKE = 5;
const DOT = 9;

/** Draws the price line of a week, with a dot at the last price. */
export function drawSparkline(
  context: DrawingContext,
  prices: readonly (number | null)[],
  { x, y, width, height }: Box,
  isMuted: boolean,
): void {
  const { points, isFalling } = sparkline(prices, { width: width - DOT, height, margin: DOT });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  const isFlat = points.every((point) => point.y === first.y);
  const color = isMuted || isFlat ? colors.muted : isFalling ? colors.down : colors.up;
  context.save();
  context.translate(x, y);
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineJoin = 'round';
  context.globalAlpha = 0.1;
  context.beginPath();
  context.moveTo(first.x, height);
  for (const point of points) context.lineTo(point.x, point.y);
  context.lineTo(last.x, height);
  context.fill();
  context.globalAlpha = 1;
  stroke(context, STROKE, ...points.map((point) => [point.x, point.y] as const));
  context.beginPath();
  context.arc(last.x, last.y, DOT, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

function stroke(
  context: DrawingContext,
  width: number,
  ...points: readonly (readonly [number, number])[]
): void {
  context.lineWidth = width;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}
