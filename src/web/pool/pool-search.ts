import { parseAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import {
  type Indicator,
  MAX_INDICATORS,
  parseIndicator,
  serializeIndicator,
} from '#web/chart/bars/indicators.ts';
import { type ChartView, MAX_DRAWINGS, viewLink } from '#web/chart/chart-view.ts';
import type { ChartUnit } from '#web/chart/drawings/drawings.ts';
import { canonicalAddress, type TradeFilters, tradeFilterLink } from '#web/chart/jetton-search.ts';
import {
  createLink,
  type LinkPart,
  type LinkQuery,
  listParameter,
  oneOf,
  parameter,
  type Query,
} from '#web/kit/device/link-state.ts';

/** Query of a link to a pool, in its shortest form. */
export type PoolSearch = Readonly<Query>;

export const panelTabs = ['trades', 'traders', 'holders', 'info'] as const;
/** What is next to the chart. */
export type PanelTab = (typeof panelTabs)[number];

export interface PoolLink {
  readonly view: ChartView;
  /** Whether prices are market caps. Then the unit of the view is USD. */
  readonly isMarketCap: boolean;
  readonly indicators: readonly Indicator[];
  /** Whether the volume by price is shown. */
  readonly hasProfile: boolean;
  /** Raw addresses of pools of the same jetton that are overlaid on the chart. */
  readonly overlays: readonly string[];
  /** Texts of shared drawings. The code that draws validates them. */
  readonly drawings: readonly string[];
  /** Filters of the list of trades. */
  readonly trades: TradeFilters;
  readonly panel: PanelTab;
}

export const MAX_OVERLAYS = 3;

/** A parameter that is true with one value, and false without it. */
function flagParameter(name: string, value: string): LinkPart<boolean> {
  return parameter(
    name,
    (text) => (text === value ? true : undefined),
    false,
    () => value,
  );
}

const link = createLink<PoolLink>({
  view: viewLink,
  isMarketCap: flagParameter('axis', 'mcap'),
  indicators: listParameter('indicator', parseIndicator, MAX_INDICATORS, serializeIndicator),
  hasProfile: flagParameter('profile', 'volume'),
  overlays: listParameter('with', parseAddress, MAX_OVERLAYS, toUserFriendly),
  drawings: listParameter('drawing', parseDrawingText, MAX_DRAWINGS),
  trades: tradeFilterLink,
  panel: parameter('panel', oneOf(panelTabs), 'trades'),
});

function parseDrawingText(text: string): string | undefined {
  return /^[a-z]+_[a-z]+(_[\d.e-]{1,24}){2,6}(_[a-z]+)?(_text_.{1,200})?$/.test(text) ? text : undefined;
}

/** Parses the query of a link. Ignores invalid parameters. */
export function parsePoolLink(query: LinkQuery): PoolLink {
  const parsed = withSharedQuote(link.parse(query));
  return parsed.isMarketCap ? { ...parsed, view: { ...parsed.view, quote: 'usd' } } : parsed;
}

/** Returns the link with prices in USD instead of market caps, whose lines are not at prices. */
export function withoutMarketCap(pool: PoolLink): PoolLink {
  return pool.isMarketCap ? { ...pool, isMarketCap: false, view: { ...pool.view, priceLevels: [] } } : pool;
}

/** Returns the unit of the chart, and of its price lines and drawings. */
export function chartUnit({ view, isMarketCap }: Pick<PoolLink, 'view' | 'isMarketCap'>): ChartUnit {
  return isMarketCap ? 'mcap' : view.quote;
}

/**
 * Returns the link with a unit that all overlaid pools share, because prices in different counterparts are not comparable.
 * Price levels belong to a unit, so they remain only if the counterpart is the native coin. Market caps are of one pool.
 */
export function withSharedQuote(pool: PoolLink, counterpart?: string): PoolLink {
  const { view, overlays, isMarketCap } = pool;
  if (overlays.length > 0 && isMarketCap)
    return withoutMarketCap({ ...pool, view: { ...view, quote: 'usd' } });
  if (overlays.length === 0 || view.quote !== 'counterpart') return pool;
  const priceLevels = counterpart === TON_ADDRESS ? view.priceLevels : [];
  return { ...pool, view: { ...view, quote: 'ton', priceLevels } };
}

/** Returns the query of a link without default values. Inverse of `parsePoolLink`. */
export const serializePoolLink: (link: PoolLink) => PoolSearch = link.serialize;

/** Addresses of a jetton and a pool, in any form. */
export interface PoolPath {
  readonly address: string;
  readonly poolAddress: string;
}

/** Returns the addresses of a pool page in canonical form; invalid ones as they are. */
export function canonicalPoolPath({ address, poolAddress }: PoolPath): PoolPath {
  return {
    address: canonicalAddress(address) ?? address,
    poolAddress: canonicalAddress(poolAddress) ?? poolAddress,
  };
}
