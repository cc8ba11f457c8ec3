import type { RawAddress } from '#contract/address.ts';
import {
  PREVIEW_PERIOD,
  type PreviewColor,
  type PreviewMetric,
  previewColors,
  previewMetrics,
} from '#contract/jetton.ts';
import { NotFoundError } from '#contract/request-errors.ts';
import type { Service } from '#service/config/context.ts';
import type { ImageRenderer, ImageRoute } from './image-route.ts';
import { queryJettonPreview } from './preview-query.ts';
import { priceLine } from './sparkline.ts';

const WIDTH = 120;
const HEIGHT = 32;
const MARGIN = 2;

/** Stroke colors by background. `up`: rising or flat. */
const strokes: Readonly<Record<PreviewColor, readonly [up: string, down: string]>> = {
  dark: ['#3fb68b', '#ff5353'],
  light: ['#0f8a5f', '#d12f2f'],
};

/** The images of a jetton, in the order of `chartPreviews`. */
export const previewVariants: readonly { readonly metric: PreviewMetric; readonly color: PreviewColor }[] =
  previewMetrics.flatMap((metric) => previewColors.map((color) => ({ metric, color })));

const renderer: ImageRenderer = { name: 'preview', render: renderPreviews };

/** Serves the images that `chartPreviews` of jettons link to. */
export const previewImageRoutes: readonly ImageRoute[] = previewVariants.map(({ metric, color }) => ({
  path: previewPath('{address}', metric, color),
  renderer,
  variant: variantName(metric, color),
}));

export function previewPath(address: string, metric: PreviewMetric, color: PreviewColor): string {
  return `/previews/${address}/${variantName(metric, color)}.svg`;
}

function variantName(metric: PreviewMetric, color: PreviewColor): string {
  return `${metric}-${PREVIEW_PERIOD}-${color}`;
}

/** Returns the price lines of a jetton as SVG by variant; without a line if the jetton has no price. */
export async function renderPreviews(
  { store, clock }: Service,
  address: RawAddress,
): Promise<Record<string, string>> {
  const row = await queryJettonPreview(store.db, address, clock.now());
  if (!row) throw new NotFoundError(address);
  const images = previewVariants.map(({ metric, color }) => {
    const line = lineOf(metric === 'price' ? row.prices : row.tonPrices, color);
    return [
      variantName(metric, color),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${line}</svg>`,
    ];
  });
  return Object.fromEntries(images);
}

function lineOf(prices: readonly (number | null)[], color: PreviewColor): string {
  const line = priceLine(prices, { width: WIDTH, height: HEIGHT, margin: MARGIN });
  if (line.points.length === 0) return '';
  const points = line.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const stroke = strokes[color][line.isFalling ? 1 : 0];
  return `<polyline fill="none" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round" points="${points}"/>`;
}
