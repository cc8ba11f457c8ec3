import type { AddressBook, RawAddress } from '#contract/address.ts';
import type { InputOf, Operations } from '#contract/operations.ts';
import { SerializedJson, type Service } from '#service/config/context.ts';
import { addressBookOf } from './address-book.ts';
import type { CalculatedRow } from './calculated-at.ts';
import { jsonObject } from './json-object.ts';
import { emptyCounts, emptyVolumes, withCalculatedAt } from './period-sets.ts';
import { queryPriceChanges } from './price-changes.ts';
import { queryTransactionChanges } from './transaction-changes.ts';
import { queryVolumeChanges } from './volume-changes.ts';

/** Operation 6. */
export async function getPriceChangeList(
  { store, clock }: Service,
  { address, currency }: InputOf<Operations['getPriceChangeList']>,
): Promise<Changes> {
  const rows = await queryPriceChanges(store.db, address, currency);
  return changesInOrder(address, rows, ({ changes }) => changes, clock.now());
}

/** Operations 7 and 8. */
export async function getTransactionsNumberChangeList(
  { store, clock }: Service,
  { address }: InputOf<Operations['getTransactionsNumberChangeList']>,
): Promise<Changes> {
  const rows = await queryTransactionChanges(store.db, address);
  return changesInOrder(address, rows, periodSetsOr(emptyCounts), clock.now());
}

/** Operation 9. */
export async function getTradingVolumeChangeList(
  { store, clock }: Service,
  { address, currency }: InputOf<Operations['getTradingVolumeChangeList']>,
): Promise<Changes> {
  const rows = await queryVolumeChanges(store.db, address, currency);
  return changesInOrder(address, rows, periodSetsOr(emptyVolumes), clock.now());
}

interface Changes {
  readonly items: readonly SerializedJson[];
  readonly addressBook: AddressBook;
}

/** Period sets as JSON text; null if the jetton has no market. */
interface PeriodSetsRow {
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

function periodSetsOr(empty: string): (row: PeriodSetsRow) => string {
  return ({ total, buy, sell }) =>
    jsonObject({ total: total ?? empty, buy: buy ?? empty, sell: sell ?? empty });
}

/** Returns one item per requested jetton, in the requested order. Unknown jettons are omitted. */
function changesInOrder<Row extends CalculatedRow & { readonly address: string }>(
  requested: readonly RawAddress[],
  rows: readonly Row[],
  changesOf: (row: Row) => string,
  now: Date,
): Changes {
  const byAddress = new Map(rows.map((row) => [row.address, row]));
  const found = [...new Set(requested)].flatMap((address) => byAddress.get(address) ?? []);
  const itemOf = (row: Row) => jsonObject({ address: `"${row.address}"`, changes: changesOf(row) });
  return {
    items: found.map((row) => new SerializedJson(withCalculatedAt(itemOf(row), row.calculatedAt, now))),
    addressBook: addressBookOf(found.map(({ address }) => address)),
  };
}
