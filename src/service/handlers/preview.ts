import type { RawAddress } from '#contract/address.ts';
import { PREVIEW_METRIC, PREVIEW_PERIOD, type PreviewColor, previewColors } from '#contract/jetton.ts';
import type { Drawing, DrawingSource } from '#service/drawing.ts';
import { priceLine } from '#service/price-line.ts';
import { preview } from '#service/queries/preview.ts';
import { NotFound, type Service } from '#service/service.ts';

const WIDTH = 120;
const HEIGHT = 32;
const MARGIN = 2;

/** By the line's direction: risen or not, fallen. */
const strokes: Readonly<Record<PreviewColor, readonly [up: string, down: string]>> = {
  dark: ['#3fb68b', '#ff5353'],
  light: ['#0f8a5f', '#d12f2f'],
};

const source: DrawingSource = { name: 'preview', draw: renderPreviews };

/** The chart previews that jettons point at. */
export const previewImages: readonly Drawing[] = previewColors.map((color) => ({
  path: previewPath('{address}', color),
  source,
  variant: color,
}));

export function previewPath(address: string, color: PreviewColor): string {
  return `/previews/${address}/${PREVIEW_METRIC}-${PREVIEW_PERIOD}-${color}.svg`;
}

/** The price line as SVG in every color; empty for a jetton without a price. */
export async function renderPreviews(
  { store, clock }: Service,
  address: RawAddress,
): Promise<Record<PreviewColor, string>> {
  const row = await preview(store.db, address, clock.now());
  if (!row) throw new NotFound(address);
  const drawn = (color: PreviewColor) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${lineOf(row.prices, color)}</svg>`;
  return { dark: drawn('dark'), light: drawn('light') };
}

function lineOf(prices: readonly (number | null)[], color: PreviewColor): string {
  const line = priceLine(prices, { width: WIDTH, height: HEIGHT, margin: MARGIN });
  if (line.points.length === 0) return '';
  const points = line.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const stroke = strokes[color][line.falls ? 1 : 0];
  return `<polyline fill="none" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round" points="${points}"/>`;
}
