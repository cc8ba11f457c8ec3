import { createHash } from 'node:crypto';
import { type SortField, sortFields, verificationStatuses } from '#contract/enums.ts';
import { foldCase } from '#contract/fold-case.ts';
import { copyLine } from '#service/store/copy-text.ts';
import type { Store } from '#service/store/database.ts';
import { jetton, sortColumns } from '#service/store/schema.ts';
import { trigrams } from '#service/store/search-text.ts';

/** A jetton of the list. Its sort values are SQL literals, or null if unknown. */
export interface ListedJetton {
  readonly id: number;
  readonly address: string;
  readonly admin: string | null;
  readonly name: string;
  readonly symbol: string;
  readonly verification: string;
  readonly values: Readonly<Record<SortField, string | null>>;
}

/** Few values, to create many ties. */
const times = [
  '2024-02-29 23:59:59.999999+00',
  '2026-01-01 00:00:00+00',
  '2026-01-01 00:00:00.000001+00',
  '1969-12-31 23:59:59.5+00',
];
const counts = ['0', '1', '7', '9223372036854775807'];
const scores = ['0', '50', '100'];
const amounts = ['0', '0.000001', '0.000002', '12.5', '123456789012345678901234567890.123456'];
const percents = ['0', '-12.5', '33.333333', '1e-07', '100', '1e+22'];

const valuesByField: Readonly<Record<SortField, readonly string[]>> = {
  createdAt: times,
  fdmc: amounts,
  tvl: amounts,
  liquidityUsd: amounts,
  trustScore: scores,
  volume24h: amounts,
  holders: counts,
  traders24h: counts,
  transactions24h: counts,
  tonPriceChangeHour: percents,
  tonPriceChangeHour6: percents,
  tonPriceChangeDay: percents,
  tonPriceChangeWeek: percents,
  tonPriceChangeMonth: percents,
};

const names = [
  'Toncoin',
  'TON Shark',
  'Groß 100%',
  'GROSS_MEME',
  'Дом',
  'ДОМИК',
  '🚀🌕🚀',
  'Σίσυφος',
  'a\\b\\c',
  "O'Neil",
  'NaN',
  '',
];
const symbols = ['TON', 'ton', 'SHRK', '100%', '_ME', 'ДОМ', '🚀', 'ΣΊΣ', 'B\\C', ''];

/** Deterministic pseudo-random bytes. */
function digest(...parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join(' ')).digest();
}

function pick<Item>(items: readonly Item[], ...parts: readonly (string | number)[]): Item | undefined {
  return items[digest(...parts).readUInt32BE() % items.length];
}

/** Returns a deterministic value of the field; null in one of five cases. */
export function generateSortValue(field: SortField, seed: string | number): string | null {
  const hasValue = (digest('known', field, seed)[0] ?? 0) % 5 > 0;
  return hasValue ? (pick(valuesByField[field], field, seed) ?? null) : null;
}

export function rawAddress(...parts: readonly (string | number)[]): string {
  return `0:${digest('address', ...parts).toString('hex')}`;
}

export function generateJettons(count: number): ListedJetton[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    address: rawAddress(index),
    admin: index % 4 === 0 ? null : rawAddress('admin', index % 7),
    name: pick(names, 'name', index) ?? '',
    symbol: pick(symbols, 'symbol', index) ?? '',
    verification: pick(verificationStatuses, 'verification', index) ?? '',
    values: Object.fromEntries(
      sortFields.map((field) => [field, generateSortValue(field, index)]),
    ) as ListedJetton['values'],
  }));
}

const columns = sortColumns<{ readonly name: string }>(jetton);

export async function insertJettons(store: Store, jettons: readonly ListedJetton[]): Promise<void> {
  await store.withExclusiveSession('jetscope', async ({ copy }) => {
    const baseColumns = [
      'id',
      'address',
      'admin',
      'name',
      'symbol',
      'verification',
      'name_folded',
      'symbol_folded',
    ];
    const names = [
      ...baseColumns,
      'grams',
      'decimals',
      'links',
      ...sortFields.map((field) => columns[field].name),
    ];
    await copy('jetton', names, linesOf(jettons));
  });
}

async function* linesOf(jettons: readonly ListedJetton[]): AsyncGenerator<string> {
  for (const { id, address, admin, name, symbol, verification, values } of jettons) {
    const folded = [foldCase(name), foldCase(symbol)];
    const sorted = sortFields.map((field) => values[field]);
    yield copyLine([
      id,
      address,
      admin,
      name,
      symbol,
      verification,
      ...folded,
      trigrams(...folded),
      9,
      '[]',
      ...sorted,
    ]);
  }
}
