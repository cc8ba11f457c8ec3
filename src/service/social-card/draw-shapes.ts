import { priceLine } from '#service/price-line.ts';
import type { Pen } from './canvas.ts';
import { look } from './theme.ts';

/** The mark of `public/favicon.svg`, 32 by 32 there. */
export function drawMark(pen: Pen, x: number, y: number, size: number): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 32, size / 32);
  pen.fillStyle = look.raised;
  pen.beginPath();
  pen.roundRect(0, 0, 32, 32, 7);
  pen.fill();
  pen.strokeStyle = look.accent;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  stroke(pen, 3.2, [6, 21.5], [12.5, 14], [17, 18.5], [26, 9]);
  pen.globalAlpha = 0.45;
  stroke(pen, 2, [6, 26], [26, 26]);
  pen.restore();
}

/** The page's mark of verification, 16 by 16 there. */
export function drawVerified(pen: Pen, x: number, y: number, size: number, color: string): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 16, size / 16);
  pen.fillStyle = color;
  pen.beginPath();
  pen.arc(8, 8, 7.5, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = look.bg;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  stroke(pen, 1.7, [4.8, 8.3], [7, 10.5], [11.2, 5.9]);
  pen.restore();
}

/** Drawn, because Inter has no arrows of this kind. */
export function drawArrow(pen: Pen, direction: 'up' | 'down', x: number, y: number, size: number): void {
  const [base, tip] = direction === 'up' ? [y, y - size * 0.8] : [y - size * 0.8, y];
  pen.fillStyle = look[direction];
  pen.beginPath();
  pen.moveTo(x, base);
  pen.lineTo(x + size, base);
  pen.lineTo(x + size / 2, tip);
  pen.fill();
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const STROKE = 5;
const DOT = 9;

/** A week's prices, with the last one marked. */
export function drawLine(
  pen: Pen,
  prices: readonly (number | null)[],
  { x, y, width, height }: Place,
  isMuted: boolean,
): void {
  const { points, isFalling } = priceLine(prices, { width: width - DOT, height, margin: DOT });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  const isFlat = points.every((point) => point.y === first.y);
  const color = isMuted || isFlat ? look.muted : isFalling ? look.down : look.up;
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = color;
  pen.strokeStyle = color;
  pen.lineJoin = 'round';
  pen.globalAlpha = 0.1;
  pen.beginPath();
  pen.moveTo(first.x, height);
  for (const point of points) pen.lineTo(point.x, point.y);
  pen.lineTo(last.x, height);
  pen.fill();
  pen.globalAlpha = 1;
  stroke(pen, STROKE, ...points.map((point) => [point.x, point.y] as const));
  pen.beginPath();
  pen.arc(last.x, last.y, DOT, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
}

function stroke(pen: Pen, width: number, ...points: readonly (readonly [number, number])[]): void {
  pen.lineWidth = width;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}
