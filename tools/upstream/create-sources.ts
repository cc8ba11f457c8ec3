import type { ChainClock } from './chain-clock.ts';
import { EventBook } from './event-book.ts';
import type { Faults, SourceName } from './faults.ts';
import { dedustSource } from './sources/dedust.ts';
import { type Dialect, dexscreenerSource } from './sources/dexscreener.ts';
import { fxSource } from './sources/fx.ts';
import type { Source } from './sources/source.ts';
import { stonfiSource } from './sources/stonfi.ts';
import { tonapiSource } from './sources/tonapi.ts';
import { toncenterSource } from './sources/toncenter.ts';
import type { UpstreamMarket } from './upstream-market.ts';
import type { WireFormat } from './wire-format.ts';

export interface SourceOptions {
  readonly market: UpstreamMarket;
  /** Format by exchange id. Pools of other exchanges are not served. */
  readonly formats: Readonly<Record<string, WireFormat>>;
  /** Whether assets of DeDust and the DEX Screener formats include their decimals. Default true. */
  readonly withDecimals?: boolean;
}

/** Returns the source that a path (decoded segments) belongs to, and the rest of the path. */
export type FindSource = (
  path: readonly string[],
) => { readonly name: SourceName; readonly source: Source; readonly rest: readonly string[] } | undefined;

/** Creates all sources, with the events that `faults` adds, delays and claims. */
export function createSources(options: SourceOptions, clock: ChainClock, faults: Faults): FindSource {
  const { market, formats, withDecimals = true } = options;
  const exchangesOf = (format: WireFormat) =>
    Object.keys(formats).filter((exchange) => formats[exchange] === format);
  const bookOf = (exchanges: readonly string[]) => new EventBook(market, clock, exchanges, faults);
  const adapterOf = (exchange: string, dialect: Dialect) => {
    const adapter = { exchange, dialect, withDecimals };
    return [exchange, dexscreenerSource(market, bookOf([exchange]), clock, adapter)] as const;
  };
  const adapters = new Map<string, Source>([
    ...exchangesOf('dexscreener').map((exchange) => adapterOf(exchange, 'standard')),
    ...exchangesOf('dexscreener-stonfi').map((exchange) => adapterOf(exchange, 'stonfi')),
  ]);
  const others = new Map<string | undefined, { readonly name: SourceName; readonly source: Source }>(
    [
      { name: 'stonfi' as const, source: stonfiSource(market, bookOf(exchangesOf('stonfi'))) },
      {
        name: 'dedust' as const,
        source: dedustSource(market, bookOf(exchangesOf('dedust')), { withDecimals }),
      },
      { name: 'toncenter' as const, source: toncenterSource(market) },
      { name: 'tonapi' as const, source: tonapiSource(market) },
      { name: 'fx' as const, source: fxSource(market) },
    ].map((entry) => [entry.name, entry]),
  );
  return ([first, ...rest]) => {
    const other = others.get(first);
    if (other) return { ...other, rest };
    const [exchange = '', ...restOfAdapter] = rest;
    const source = adapters.get(exchange);
    return first === 'dexscreener' && source
      ? { name: 'dexscreener', source, rest: restOfAdapter }
      : undefined;
  };
}
