import { hash } from 'node:crypto';
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
import type { Clock, ServiceContext } from '#service/config/context.ts';
import { firstTickTime, latestTick } from '#service/market/ticks.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { asDouble, counterpartJoins, priceAtTick } from './current-values.ts';
import type { ImageRoute, ImageVersions, RenderedImages } from './jetton-images.ts';
import { marketSource } from './markets.ts';
import { optional } from './response-parts.ts';
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

/** Increase it when previews of the same prices change. */
const DRAWING = 1;
/** Interval of the times of versions: an hour is less than a pixel of a line. */
const VERSION_MS = 15 * 60_000;
/** How long feeds read events again that may be late. */
const SETTLED_MS = 2 * 60_000;

/** Returns the time that present versions of previews are of: the latest one whose prices are settled. */
export function versionTime(clock: Clock): Date {
  const now = clock.now();
  if (clock.fixed) return now;
  return new Date(Math.floor((now.getTime() - SETTLED_MS) / VERSION_MS) * VERSION_MS);
}

const TIME_RADIX = 36;
const HASH_LENGTH = 8;

/** Versions of previews: their time, and a hash of what they are drawn from. */
export const previewVersions: ImageVersions = {
  timeOf: (version, clock) => {
    const seconds = Number.parseInt(version, TIME_RADIX);
    const latest = versionTime(clock);
    // A list may have been read before there was a new version.
    const linked = clock.fixed ? [latest] : [latest, new Date(latest.getTime() - VERSION_MS)];
    return linked.find((at) => secondsOf(at) === seconds);
  },
  versionOf: (at, sources) => {
    const drawn = hash('sha256', `${DRAWING} ${at.getTime()} ${sources.join()}`, 'base64url');
    return `${secondsOf(at).toString(TIME_RADIX)}.${drawn.slice(0, HASH_LENGTH)}`;
  },
};

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** SQL of what the line of `jetton j` is drawn from, besides the time: the data and the reference market. */
export const previewSource = sql`j.reference_market_id || ' ' || (select built_at from dataset)`;

const renderer = { name: 'preview', render: renderPreviews, versions: previewVersions };

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

/** Returns the price lines of a jetton; without a line if it has no price. */
export async function renderPreviews(
  { store, clock }: ServiceContext,
  address: RawAddress,
): Promise<RenderedImages> {
  const row = await queryJettonPreview(store.db, address, clock.now());
  if (!row) throw new NotFoundError(address);
  const images = previewVariants.map(({ metric, color }) => {
    const line = lineOf(metric === 'price' ? row.prices : row.tonPrices, color);
    return [
      variantName(metric, color),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${line}</svg>`,
    ];
  });
  return { variants: Object.fromEntries(images), source: optional(row.source) };
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
  /** `previewSource`; null without a reference market. */
  readonly source: string | null;
  /** The prices in TON at the same times. */
  readonly tonPrices: readonly (number | null)[];
}

const STEPS = 42;

/** FROM clause with rows `step` and `instant (at)` of a market `m`, which may be absent. */
function timestampsUntil(at: Date): SQL {
  const end = timestamptz(at);
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
    sql`select ${previewSource} as source, line.prices, line.ton_prices as "tonPrices"
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
