import type { RawAddress } from '#contract/address.ts';
import { parseAddress } from '#contract/address.ts';
import { PREVIEW_METRIC, PREVIEW_PERIOD, type PreviewColor, previewColors } from '#contract/jetton.ts';
import type { Drawing } from '#service/drawing.ts';
import { preview } from '#service/queries/preview.ts';
import { InvalidValue, NotFound, type Service } from '#service/service.ts';

const WIDTH = 120;
const HEIGHT = 32;
const MARGIN = 2;

/** By the line's direction: risen or not, fallen. */
const strokes: Readonly<Record<PreviewColor, readonly [up: string, down: string]>> = {
  dark: ['#3fb68b', '#ff5353'],
  light: ['#0f8a5f', '#d12f2f'],
};

/** The chart previews that jettons point at. */
export const previewDrawings: readonly Drawing[] = previewColors.map((color) => ({
  path: previewPath('{address}', color),
  draw: (service, { address = '' }) => {
    const raw = parseAddress(address);
    if (raw === undefined) throw new InvalidValue(address);
    return drawPreview(service, raw, color);
  },
}));

export function previewPath(address: string, color: PreviewColor): string {
  return `/previews/${address}/${PREVIEW_METRIC}-${PREVIEW_PERIOD}-${color}.svg`;
}

/** A price line as SVG; empty for a jetton without a price. */
export async function drawPreview(
  { store, clock }: Service,
  address: RawAddress,
  color: PreviewColor,
): Promise<string> {
  const row = await preview(store.db, address, clock.now());
  if (!row) throw new NotFound(address);
  const line = lineOf(row.prices, color);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${line}</svg>`;
}

function lineOf(prices: readonly (number | null)[], color: PreviewColor): string {
  const known = prices.flatMap((price, step) => (price === null ? [] : [{ step, price }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '';
  const values = known.map(({ price }) => price);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (step: number) => (step / (prices.length - 1)) * WIDTH;
  const y = (price: number) =>
    high === low ? HEIGHT / 2 : MARGIN + ((high - price) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const points = known.map(({ step, price }) => `${x(step).toFixed(1)},${y(price).toFixed(1)}`).join(' ');
  const stroke = strokes[color][last.price < first.price ? 1 : 0];
  return `<polyline fill="none" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round" points="${points}"/>`;
}
