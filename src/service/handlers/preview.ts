import type { RawAddress } from '#contract/address.ts';
import { PREVIEW_METRIC, PREVIEW_PERIOD, type PreviewColor, previewColors } from '#contract/jetton.ts';
import type { ImageRenderer, ImageRoute } from '#service/image-route.ts';
import { priceLine } from '#service/price-line.ts';
import { queryJettonPreview } from '#service/queries/preview.ts';
import { NotFoundError } from '#service/request-errors.ts';
import type { Service } from '#service/service.ts';

const WIDTH = 120;
const HEIGHT = 32;
const MARGIN = 2;

/** Stroke colors by background. `up`: rising or flat. */
const strokes: Readonly<Record<PreviewColor, readonly [up: string, down: string]>> = {
  dark: ['#3fb68b', '#ff5353'],
  light: ['#0f8a5f', '#d12f2f'],
};

const renderer: ImageRenderer = { name: 'preview', render: renderPreviews };

/** Serves the images that `chartPreviews` of jettons link to. */
export const previewImageRoutes: readonly ImageRoute[] = previewColors.map((color) => ({
  path: previewPath('{address}', color),
  renderer,
  variant: color,
}));

export function previewPath(address: string, color: PreviewColor): string {
  return `/previews/${address}/${PREVIEW_METRIC}-${PREVIEW_PERIOD}-${color}.svg`;
}

/** Returns the price line of a jetton as SVG in every color; without a line if the jetton has no price. */
export async function renderPreviews(
  { store, clock }: Service,
  address: RawAddress,
): Promise<Record<PreviewColor, string>> {
  const row = await queryJettonPreview(store.db, address, clock.now());
  if (!row) throw new NotFoundError(address);
  const svgOf = (color: PreviewColor) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${lineOf(row.prices, color)}</svg>`;
  return { dark: svgOf('dark'), light: svgOf('light') };
}

function lineOf(prices: readonly (number | null)[], color: PreviewColor): string {
  const line = priceLine(prices, { width: WIDTH, height: HEIGHT, margin: MARGIN });
  if (line.points.length === 0) return '';
  const points = line.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const stroke = strokes[color][line.isFalling ? 1 : 0];
  return `<polyline fill="none" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round" points="${points}"/>`;
}
