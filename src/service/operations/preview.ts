import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import { NotFoundError } from '#contract/errors.ts';
import {
  PREVIEW_PERIOD,
  type PreviewColor,
  type PreviewMetric,
  previewColors,
  previewMetrics,
} from '#contract/jetton.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { firstTickTime, latestTick } from '#service/market/ticks.ts';
import { type Database, rows } from '#service/store/database.ts';
import { toTimestamptz } from '#service/store/sql-text.ts';
import { asDouble, counterpartJoins, priceAtTick } from './current-values.ts';
import type { ImageRenderer, ImageRoute } from './jetton-images.ts';
import { marketSource } from './markets.ts';
import { sparkline } from './sparkline.ts';

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
  sprite: { path: spritePath(metric, color), width: WIDTH, height: HEIGHT },
  renderer,
  variant: variantName(metric, color),
}));

export function previewPath(address: string, metric: PreviewMetric, color: PreviewColor): string {
  return `/previews/${address}/${variantName(metric, color)}.svg`;
}

/** Path of an image with the previews of several jettons. */
export function spritePath(metric: PreviewMetric, color: PreviewColor): string {
  return `/previews/sprites/${variantName(metric, color)}.svg`;
}

function variantName(metric: PreviewMetric, color: PreviewColor): string {
  return `${metric}-${PREVIEW_PERIOD}-${color}`;
}

/** Returns the price lines of a jetton as SVG by variant; without a line if the jetton has no price. */
export async function renderPreviews(
  { store, clock }: ServiceContext,
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
  const line = sparkline(prices, { width: WIDTH, height: HEIGHT, margin: MARGIN });
  if (line.points.length === 0) return '';
  const points = line.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const stroke = strokes[color][line.isFalling ? 1 : 0];
  return `<polyline fill="none" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round" points="${points}"/>`;
}

interface PreviewRow {
  /**
   * 43 equidistant prices of the week before `at`, oldest first, or since the first trade of the market if it is later; null
   * if there was none, or it does not fit a double.
   */
  readonly prices: readonly (number | null)[];
}

interface JettonPreviewRow extends PreviewRow {
  /** The prices in TON at the same times. */
  readonly tonPrices: readonly (number | null)[];
}

const STEPS = 42;

/** FROM clause with rows `step` and `instant (at)` of a market `m`, which may be absent. */
function timestampsUntil(at: Date): SQL {
  const end = toTimestamptz(at);
  const life = sql`extract(epoch from ${end} - ${firstTickTime(sql`m`)})::float8`;
  return sql`(select least(${periodSeconds.week}::float8, ${life}) / ${STEPS}::int as seconds offset 0) as step_length
        cross join generate_series(${STEPS}::int, 0, -1) as step
        cross join lateral (select ${end} - step * seconds * interval '1 second' as at offset 0) as instant`;
}

/** Returns the prices of a jetton in USD and in TON over a week; undefined if the jetton does not exist. */
export async function queryJettonPreview(
  db: Database,
  address: RawAddress,
  at: Date,
): Promise<JettonPreviewRow | undefined> {
  const [row] = await rows<JettonPreviewRow>(
    db,
    sql`select line.prices, line.ton_prices as "tonPrices"
      from jetton j
      left join market m on m.id = j.reference_market_id
      cross join lateral (
        select array_agg(${asDouble(sql`price.usd`)} order by step desc) as prices,
          array_agg(${asDouble(sql`price.ton`)} order by step desc) as ton_prices
        from ${timestampsUntil(at)}
        cross join lateral (select ton_usd(instant.at) as ton_usd offset 0) as rate
        ${counterpartJoins}
        left join ${latestTick(sql`m`, sql`instant.at`)} as tick on true
        left join ${latestTick(sql`d`, sql`instant.at`)} as direct on true
        cross join lateral (select ${priceAtTick.usd} as usd, ${priceAtTick.ton} as ton offset 0) as price
      ) as line
      where j.address = ${address}`,
  );
  return row;
}

/** Returns the prices in a pool's counterpart over a week; undefined if the market does not exist. */
export async function queryMarketPreview(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
  at: Date,
): Promise<PreviewRow | undefined> {
  const [row] = await rows<PreviewRow>(
    db,
    sql`select array(
        select ${asDouble(sql`tick.r`)}
        from ${timestampsUntil(at)}
        left join ${latestTick(sql`m`, sql`instant.at`)} as tick on true
        order by step desc
      ) as prices
      from ${marketSource(address, poolAddress)}`,
  );
  return row;
}
