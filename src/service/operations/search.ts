import { type SQL, sql } from 'drizzle-orm';
import { parseAddress, type RawAddress } from '#contract/address.ts';
import { type VerificationStatus, verificationRanks } from '#contract/enums.ts';
import { byLiquidity } from '#contract/market.ts';
import { coinNames } from '#contract/native-coin.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import { MAX_FOUND_POOLS, parsePair, type SearchItem } from '#contract/search.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import { foldText } from '#contract/text.ts';
import type { Caller, ServiceContext } from '#service/config/context.ts';
import { type Database, rows } from '#service/store/database.ts';
import { TRIGRAM_LENGTH, trigrams, typoTokens, wholeToken, withoutSign } from '#service/store/search-text.ts';
import { allOf, anyOf } from '#service/store/sql-text.ts';
import { getRecords } from './jettons.ts';
import { listMeasures, selectRates } from './lists/measure-columns.ts';
import { type FoundMarket, findMarkets, queryPoolJettons } from './markets.ts';
import { recentResult } from './recent-result.ts';
import {
  type Match,
  matchKinds,
  matchOf,
  type Phrase,
  phraseOf,
  type Searchable,
  searchableOf,
} from './search-match.ts';

/** Jettons of each side of a pair whose pools are found. */
const MAX_SIDE_JETTONS = 20;

/** The extension `search`. */
export async function search(
  context: ServiceContext,
  { q, limit }: InputOf<ServedOperations['search']>,
  caller: Caller,
): Promise<ResponseOf<ServedOperations['search']>> {
  // PostgreSQL cannot store NUL, and rejects it in parameters.
  if (q.includes('\0')) return { items: [] };
  // The last character of an address in base64 may be a blank.
  const address = parseAddress(q) ?? parseAddress(q.trim());
  const { jettons, markets } =
    address === undefined
      ? await findByText(context, q, limit, caller)
      : await findAt(context, address, caller);
  const records = await getRecords(context, [...jettons, ...markets.map(({ jetton }) => jetton)], caller);
  const itemOf = (at: RawAddress, market: Omit<SearchItem, 'jetton'>): SearchItem[] => {
    const jetton = records.get(at);
    return jetton ? [{ jetton, ...market }] : [];
  };
  return {
    items: [
      ...jettons.flatMap((jetton) => itemOf(jetton, {})),
      ...markets.flatMap(({ jetton, market, counterpart }) => itemOf(jetton, { market, counterpart })),
    ],
  };
}

interface Found {
  readonly jettons: readonly RawAddress[];
  readonly markets: readonly FoundMarket[];
}

/** Finds the jetton or the pool at an address. */
async function findAt(context: ServiceContext, address: RawAddress, caller: Caller): Promise<Found> {
  // The page of a pool is that of its less liquid jetton.
  const [base] = await queryPoolJettons(context.store.db, address);
  if (base === undefined) return { jettons: [address], markets: [] };
  const condition = sql`m.pool_id = (select id from pool where address = ${address})
    and m.jetton_id = (select id from jetton where address = ${base})`;
  return { jettons: [], markets: await findMarkets(context, caller, condition, 1) };
}

/** Finds jettons, and the pools of a typed pair, otherwise those of the first jetton, the most liquid ones first. */
async function findByText(context: ServiceContext, q: string, limit: number, caller: Caller): Promise<Found> {
  const found = await findJettons(context, q, limit);
  const [first] = found;
  const pair = parsePair(q);
  const conditions =
    pair && (pair.isExplicit || !first)
      ? await conditionsOfPair(context, pair.sides)
      : first
        ? [sql`m.jetton_id = ${first.id}`]
        : [];
  const listed = await Promise.all(
    conditions.map((condition) => findMarkets(context, caller, condition, MAX_FOUND_POOLS)),
  );
  // A pool of two jettons is a market of each. That of the first side is the one that was typed.
  const byPool = new Map(
    listed
      .toReversed()
      .flat()
      .map((one) => [one.market.poolAddress, one]),
  );
  const markets = [...byPool.values()]
    .toSorted((a, b) => byLiquidity(a.market, b.market))
    .slice(0, MAX_FOUND_POOLS);
  return { jettons: found.map(({ address }) => address), markets };
}

/** Returns conditions on `market m` of the pools of a pair, for either order of its sides that can have some. */
async function conditionsOfPair(
  context: ServiceContext,
  [first, second]: readonly [string, string],
): Promise<SQL[]> {
  const coins = coinNames(context.config.nativeCoin).map(foldText);
  const between = async (base: string, quote: string) => {
    if (coins.includes(foldText(base))) return [];
    const found = await findJettons(context, base, MAX_SIDE_JETTONS);
    const ids = found
      .filter(({ match }) => match.kind !== 'part' && match.kind !== 'similar')
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    const prefix = withoutSign(foldText(quote));
    const isCoin = coins.some((name) => name.startsWith(prefix));
    const isQuote = sql`exists (
      select from jetton where id = m.counterpart_id and starts_with(ltrim(symbol_folded, '$'), ${prefix}))`;
    return [
      sql`m.jetton_id = any(${sql.param(ids)}::int[])
        and ${isCoin ? sql`(m.counterpart_id = 0 or ${isQuote})` : isQuote}`,
    ];
  };
  return (await Promise.all([between(first, second), between(second, first)])).flat();
}

interface Candidate {
  readonly id: number;
  readonly address: RawAddress;
  readonly name: string;
  readonly symbol: string;
  readonly verification: VerificationStatus;
  /** In USD; null if unknown. */
  readonly liquidity: number | null;
}

interface FoundJetton extends Candidate {
  readonly match: Match;
}

/** Finds jettons by name and symbol, best first. */
async function findJettons(context: ServiceContext, q: string, limit: number): Promise<FoundJetton[]> {
  const phrase = phraseOf(q);
  const conditions = conditionsOf(phrase);
  if (!conditions) return [];
  const matches = new Map<number, FoundJetton>();
  const add = (candidate: Candidate, target: Searchable) => {
    const match = matches.has(candidate.id) ? undefined : matchOf(phrase, target);
    if (match) matches.set(candidate.id, { ...candidate, match });
  };
  const addMatching = async (condition: SQL) => {
    for (const candidate of await queryCandidates(
      context.store.db,
      sql`jetton where ${condition} limit ${MAX_OTHERS}`,
    ))
      add(candidate, searchableOf(candidate));
  };
  // First, because the names of the most traded ones may be a little older.
  await addMatching(conditions.exact);
  for (const { candidate, target } of await mostTraded(context)) add(candidate, target);
  if (matches.size < limit && conditions.containing) await addMatching(conditions.containing);
  if (matches.size < limit && conditions.similar) await addMatching(conditions.similar);
  return [...matches.values()].toSorted(byRank).slice(0, limit);
}

/** Jettons with the highest volume, among which everything is found, also texts with two typing errors. */
const MOST_TRADED = 3_000;
/** Other jettons that are compared with a text. More of them match only common texts, of which the most traded ones are found. */
const MAX_OTHERS = 500;
const MOST_TRADED_AGE_MS = 30_000;

/** Returns the jettons with the highest volume, as they were at most 30 seconds ago. */
const mostTraded = recentResult(MOST_TRADED_AGE_MS, async ({ store }: ServiceContext) => {
  const source = sql`jetton order by volume_24h desc nulls last, address limit ${MOST_TRADED}`;
  const candidates = await queryCandidates(store.db, source);
  return candidates.map((candidate) => ({ candidate, target: searchableOf(candidate) }));
});

function byRank(a: FoundJetton, b: FoundJetton): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  return left.map((value, index) => value - (right[index] ?? 0)).find((order) => order !== 0) ?? 0;
}

function rankOf({ match, verification, liquidity }: FoundJetton): number[] {
  return [
    Number(verification === 'JVS_SCAM'),
    matchKinds.indexOf(match.kind),
    match.typos,
    verificationRanks[verification],
    -(liquidity ?? -1),
  ];
}

/** `source`: a FROM clause and what follows it. */
function queryCandidates(db: Database, source: SQL): Promise<Candidate[]> {
  return rows(
    db,
    sql`with rates as materialized (${selectRates}),
      found as materialized (
        select id, address, name, symbol, verification, liquidity_ton, liquidity_usd from ${source}
      )
      select id, address, name, symbol, verification, (${listMeasures.liquidityUsd.value})::float8 as liquidity
      from rates cross join found
      order by address`,
  );
}

/**
 * Conditions of jettons that may match a text, by what the index contains of them. Undefined if nothing of it is compared.
 */
function conditionsOf({ texts, words }: Phrase) {
  const phrases = texts.map((text) => trigrams(text)).filter((grams) => grams.length > 0);
  if (texts.length === 0) return undefined;
  const byWord = words
    .filter((word) => word.length >= TRIGRAM_LENGTH)
    .map((word) => sharesAny(typoTokens(word.join(''))));
  const similar = [
    ...(byWord.length > 0 ? [allOf(byWord)] : []),
    ...(words.length > 1 ? [sharesAny(typoTokens(words.flat().join('')))] : []),
  ];
  return {
    exact: sharesAny(texts.map(wholeToken)),
    containing:
      phrases.length > 0
        ? anyOf(phrases.map((grams) => sql`grams @> ${sql.param(grams)}::text[]`))
        : undefined,
    similar: similar.length > 0 ? anyOf(similar) : undefined,
  };
}

function sharesAny(grams: readonly string[]): SQL {
  return sql`grams && ${sql.param(grams)}::text[]`;
}
