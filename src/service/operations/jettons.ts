import { sql } from 'drizzle-orm';
import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { type Jetton, MAX_SPRITE_PREVIEWS, PREVIEW_PERIOD } from '#contract/jetton.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Caller, Clock, ServiceContext } from '#service/config/context.ts';
import { VERSION_PARAMETER } from './jetton-images.ts';
import {
  onlyJetton,
  onlyJettons,
  onlyRow,
  type Page,
  type PageRow,
  queryJettonPage,
} from './lists/jetton-page.ts';
import { listMeasures } from './lists/measure-columns.ts';
import { missingOfJettons } from './missing-data.ts';
import {
  previewPath,
  previewSource,
  previewVariants,
  previewVersions,
  spritePath,
  versionTime,
} from './preview.ts';
import { addressBookOf, imageUrl, optional } from './response-parts.ts';
import {
  displayedSupply,
  type ValuationRow,
  valuationColumns,
  valuationJoins,
  valuationOf,
} from './valuation.ts';

/** Operation 1, and getJettonsByQuery. */
export async function getJettons(
  context: ServiceContext,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettons']>> {
  const { rows, next } = await queryJettonRecords(context, filter);
  return {
    jettons: rows.map((row) => jettonOf(row, caller)),
    chartSprites: spritesOf(rows, caller, context.clock),
    addressBook: addressBookOf(
      rows.flatMap(({ address, admin, offchainAdmin }) => [address, admin, offchainAdmin]),
    ),
    next,
  };
}

/** The record of operation 1 of one jetton. */
export async function getJetton(
  context: ServiceContext,
  { address }: InputOf<ServedOperations['getJetton']>,
  caller: Caller,
): Promise<ResponseOf<ServedOperations['getJetton']>> {
  const row = onlyRow(await queryJettonRecords(context, onlyJetton(address)));
  return { details: jettonOf(row, caller) };
}

/** Returns the records of operation 1 of jettons, by address. */
export async function getRecords(
  context: ServiceContext,
  addresses: readonly RawAddress[],
  caller: Caller,
): Promise<ReadonlyMap<RawAddress, Jetton>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await queryJettonRecords(context, onlyJettons(addresses));
  return new Map(rows.map((row) => [row.address, jettonOf(row, caller)]));
}

/** Returns a page of full records of the matching jettons. */
async function queryJettonRecords(
  context: ServiceContext,
  filter: JettonListFilter,
): Promise<Page<JettonRow>> {
  const columns = sql`${valuationColumns},
    j.description, j.offchain_image as "offchainImage", j.offchain_description as "offchainDescription",
    j.links, iso(j.created_at) as "createdAt", j.admin, j.offchain_admin as "offchainAdmin",
    ${listMeasures.exit1k.value} as "exit1k", ${listMeasures.exit10k.value} as "exit10k",
    ${listMeasures.worstExit1k.value} as "worstExit1k", ${listMeasures.worstExit10k.value} as "worstExit10k",
    j.effective_traders as "effectiveTraders", j.buyers_who_sold as "buyersWhoSold", j.trending,
    j.top_ten_holders as "topTenHolders",
    j.traders_vs_usual as "tradersVsUsual", j.volume_vs_usual as "volumeVsUsual",
    case when j.ton_price_change_week is not null then ${previewSource} end as "previewSource",
    ${displayedSupply(sql`j.total_supply`)} as "totalSupply", multiplier.numerator, multiplier.denominator,
    multiplier.source as "multiplierSource", iso(multiplier.since) as "multiplierSince", j.mintable, j.modified_contract as "modifiedContract", j.verification,
    (select json_agg(json_build_object('kind', kind, 'source', source) order by source, kind)::text
      from jetton_warning where jetton_id = j.id) as warnings`;
  const selection = { columns, joins: sql`cross join rates ${valuationJoins}` };
  const { rows, next } = await queryJettonPage<StoredJettonRow>(context.store.db, filter, selection);
  const missingOf = await missingOfJettons(
    context,
    rows.map(({ address }) => address),
  );
  return { rows: rows.map((row) => ({ ...row, missing: missingOf(row.address) })), next };
}

interface JettonRow extends StoredJettonRow {
  readonly missing: Jetton['missing'];
}

interface StoredJettonRow extends PageRow, ValuationRow {
  readonly description: string | null;
  readonly offchainImage: string | null;
  readonly offchainDescription: string | null;
  /** JSON. */
  readonly links: string;
  readonly createdAt: string | null;
  readonly admin: string | null;
  readonly offchainAdmin: string | null;
  readonly totalSupply: string | null;
  /** The multiplier; null if it is unknown. */
  readonly numerator: string | null;
  readonly denominator: string | null;
  /** This and the following column are null if the jetton is not scaled. */
  readonly multiplierSource: string | null;
  readonly multiplierSince: string | null;
  /** Decimal strings. */
  readonly exit1k: string | null;
  readonly exit10k: string | null;
  readonly worstExit1k: string | null;
  readonly worstExit10k: string | null;
  readonly effectiveTraders: number | null;
  readonly buyersWhoSold: number | null;
  readonly trending: number | null;
  readonly topTenHolders: number | null;
  readonly tradersVsUsual: number | null;
  readonly volumeVsUsual: number | null;
  readonly mintable: boolean | null;
  readonly modifiedContract: boolean | null;
  readonly verification: VerificationStatus;
  /** JSON; null if there are none. */
  readonly warnings: string | null;
  /** What the price line is drawn from; null if it is shorter than a week. */
  readonly previewSource: string | null;
}

function jettonOf(row: JettonRow, caller: Caller): Jetton {
  return {
    metadata: metadataOf(row, caller),
    admin: adminOf(row),
    totalSupply: optional(row.totalSupply),
    multiplier: multiplierOf(row),
    mintable: optional(row.mintable),
    modifiedContract: optional(row.modifiedContract),
    verification: row.verification,
    missing: row.missing,
    warnings: row.warnings === null ? [] : JSON.parse(row.warnings),
    ...valuationOf(row),
    exit: exitOf(row),
    effectiveTraders: optional(row.effectiveTraders),
    buyersWhoSoldPercent: optional(row.buyersWhoSold),
    trending: trendingOf(row),
    topTenHoldersPercent: optional(row.topTenHolders),
    chartPreviews: row.price === null ? [] : previewsOf(row.address, caller),
  };
}

function exitOf({ exit1k, exit10k, worstExit1k, worstExit10k }: JettonRow): Jetton['exit'] {
  if (exit1k === null || exit10k === null || worstExit1k === null || worstExit10k === null) return undefined;
  return {
    usd1k: amountFromDecimal(exit1k),
    usd10k: amountFromDecimal(exit10k),
    worst: { usd1k: amountFromDecimal(worstExit1k), usd10k: amountFromDecimal(worstExit10k) },
  };
}

function trendingOf({ trending, tradersVsUsual, volumeVsUsual }: JettonRow): Jetton['trending'] {
  if (trending === null || tradersVsUsual === null || volumeVsUsual === null) return undefined;
  return { score: trending, traders: tradersVsUsual, volume: volumeVsUsual };
}

function metadataOf(row: JettonRow, caller: Caller): Jetton['metadata'] {
  return {
    address: row.address,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    image: imageUrl(row.image, row.address, caller),
    description: optional(row.description),
    offchainImage: imageUrl(row.offchainImage, row.address, caller),
    offchainDescription: optional(row.offchainDescription),
    links: JSON.parse(row.links),
    createdAt: optional(row.createdAt),
  };
}

function multiplierOf(row: JettonRow): Jetton['multiplier'] {
  const { numerator, denominator, multiplierSource: source, multiplierSince: since } = row;
  if (source === null || since === null) return undefined;
  return { numerator: optional(numerator), denominator: optional(denominator), source, since };
}

function adminOf({ admin, offchainAdmin }: JettonRow): Jetton['admin'] {
  if (admin === null && offchainAdmin === null) return undefined;
  return { address: optional(admin), offchainAddress: optional(offchainAdmin) };
}

/** One image of many previews spares clients a request per jetton. Those with and without versions have images of their own. */
function spritesOf(rows: readonly JettonRow[], { baseUrl }: Caller, clock: Clock): Jetton['chartPreviews'] {
  const priced = rows.filter(({ price }) => price !== null);
  const at = versionTime(clock);
  const groups = [priced.filter(versionSource), priced.filter((row) => !versionSource(row))];
  const sprites: Jetton['chartPreviews'] = [];
  for (const group of groups)
    for (let start = 0; start < group.length; start += MAX_SPRITE_PREVIEWS) {
      const part = group.slice(start, start + MAX_SPRITE_PREVIEWS);
      const addresses = part.map(({ address }) => toUserFriendly(address)).join(',');
      const sources = part.flatMap((row) => versionSource(row) ?? []);
      const version =
        sources.length > 0 ? `&${VERSION_PARAMETER}=${previewVersions.versionOf(at, sources)}` : '';
      for (const { metric, color } of previewVariants) {
        const url = `${baseUrl}${spritePath(metric, color)}?address=${addresses}${version}`;
        sprites.push({ url, metric, period: PREVIEW_PERIOD, color });
      }
    }
  return sprites;
}

function previewsOf(address: string, { baseUrl }: Caller): Jetton['chartPreviews'] {
  return previewVariants.map(({ metric, color }) => ({
    url: baseUrl + previewPath(address, metric, color),
    metric,
    period: PREVIEW_PERIOD,
    color,
  }));
}

/** Returns what the line is drawn from if it changes slowly: young lines move every minute, and missing data may be read any time. */
function versionSource({ previewSource: source, missing }: JettonRow): string | undefined {
  return missing === undefined ? optional(source) : undefined;
}
