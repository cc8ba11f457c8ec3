import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type Currency, countPeriods, pricePeriods } from '#contract/enums.ts';
import { csvRow } from '#contract/format/csv.ts';
import { capitalize } from '#contract/format/format-text.ts';
import { type CurrencyField, currencyFields, type MeasureId, measureOf } from '#contract/measures.ts';
import type { PriceChange } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { measureColumns } from '#web/list/measure-texts.ts';
import { noActivity, readMeasure } from '#web/list/measure-values.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { unitKey } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import type { ExportedJetton } from './exported-list.ts';

type Text = string | undefined;

/** Amounts and counts are strings, because a double would lose digits. */
type Value = Text | number | boolean;

type Field = readonly [string, (exported: ExportedJetton) => Value];

/** Measures with a field of their own. The fields of all periods include the others. */
const measureFields = measureColumns.flatMap(({ measure }): Field[] => {
  const { family, inCurrency } = measureOf(measure);
  if (family !== undefined) return [];
  const name = inCurrency === undefined ? measure : fieldIn('usd', inCurrency);
  return [[name, ({ jetton, activity }) => measureField(measure, jetton, activity)]];
});

/** Returns the name of the field with an amount in a currency, such as `fdmcEur`. */
function fieldIn(currency: Currency, field: CurrencyField): string {
  return field.replace('Currency', capitalize(unitKey(currency)));
}

function measureField(id: MeasureId, jetton: ListedJetton, activity = noActivity): Value {
  const value = readMeasure(id, jetton, activity);
  return typeof value === 'object' ? fullAmountText(value) : value;
}

/** Fields from the list itself, with full precision. */
const identityFields: readonly Field[] = [
  ['address', ({ jetton: { identity } }) => identity.userFriendly],
  ['symbol', ({ jetton: { identity } }) => identity.symbol],
  ['name', ({ jetton: { identity } }) => identity.name],
  ['verification', ({ jetton: { verification } }) => verification],
  [fieldIn('ton', 'priceCurrency'), ({ jetton: { price } }) => numberOf(price)],
  ['priceUsd', ({ jetton: { priceUsd } }) => numberOf(priceUsd)],
];

const factFields: readonly Field[] = [
  [
    'admin',
    ({ jetton: { admin } }) => {
      if (admin?.isRevoked) return 'revoked';
      return admin?.address === undefined ? undefined : toUserFriendly(admin.address);
    },
  ],
  ['totalSupply', ({ jetton }) => supplyOf(jetton, jetton.totalSupply)],
  ['circulatingSupply', ({ jetton }) => supplyOf(jetton, jetton.circulatingSupply)],
  ['mintable', ({ jetton: { mintable } }) => mintable],
  ['modifiedContract', ({ jetton: { modifiedContract } }) => modifiedContract],
];

const changeFields: readonly Field[] = pricePeriods.flatMap((period): Field[] => [
  [
    `change${capitalize(unitKey('ton'))}${periodLabels[period]}`,
    ({ activity }) => percentOf(activity?.ton[period]),
  ],
  [`changeUsd${periodLabels[period]}`, ({ activity }) => percentOf(activity?.usd[period])],
]);

const flowFields: readonly Field[] = countPeriods.flatMap((period): Field[] => [
  [`volumeUsd${periodLabels[period]}`, ({ activity }) => numberOf(activity?.volume[period]?.current)],
  [`transactions${periodLabels[period]}`, ({ activity }) => activity?.transactions[period]?.current],
  [`traders${periodLabels[period]}`, ({ activity }) => activity?.traders[period]?.current],
]);

/** Returns the exported fields, including amounts in the selected currency that the list itself lacks. */
function fieldsIn(currency: Currency): readonly Field[] {
  const amountFields = currencyFields.map(
    (field): Field => [fieldIn(currency, field), ({ valuation }) => numberOf(valuation?.[field])],
  );
  const ownFields = [...identityFields, ...measureFields, ...factFields];
  const ownNames = new Set(ownFields.map(([name]) => name));
  return [
    ...ownFields,
    ...amountFields.filter(([name]) => !ownNames.has(name)),
    ...changeFields,
    ...flowFields,
  ];
}

function percentOf(change: PriceChange | undefined): Text {
  return change && String(change.percent);
}

function numberOf(amount: Amount | undefined): Text {
  return amount && fullAmountText(amount);
}

function supplyOf({ decimals }: ListedJetton, value: Text): Text {
  return value === undefined ? undefined : fullAmountText({ value, decimals });
}

// Makes spreadsheets read the file as UTF-8 instead of the system's legacy encoding.
const BYTE_ORDER_MARK = '\uFEFF';

export const formats = {
  csv: {
    type: 'text/csv',
    write: (exported: readonly ExportedJetton[], currency: Currency) => {
      const fields = fieldsIn(currency);
      return [
        BYTE_ORDER_MARK + csvRow(fields.map(([name]) => name)),
        ...exported.map((row) => csvRow(fields.map(([, read]) => read(row)?.toString()))),
      ];
    },
  },
  json: {
    type: 'application/json',
    write: (exported: readonly ExportedJetton[], currency: Currency) => {
      const fields = fieldsIn(currency);
      const recordOf = (row: ExportedJetton) =>
        Object.fromEntries(fields.map(([name, read]) => [name, read(row) ?? null]));
      return [`[${exported.map((row) => `\n${JSON.stringify(recordOf(row))}`).join(',')}\n]\n`];
    },
  },
} as const;
export type Format = keyof typeof formats;
