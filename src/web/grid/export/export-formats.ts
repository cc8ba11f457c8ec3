import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type Currency, countPeriods, pricePeriods } from '#contract/enums.ts';
import { capitalize } from '#contract/format/format-text.ts';
import type { MeasureId } from '#contract/measures.ts';
import type { PriceChange } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { csvRow } from '#web/kit/device/csv.ts';
import { noActivity, readMeasure } from '#web/list/measure-texts.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { unitKey } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import type { ExportedJetton } from './exported-list.ts';

/** Returns the unit as part of a field name, such as `Usd`. */
function unitName(currency: Currency): string {
  return capitalize(unitKey(currency));
}

type Text = string | undefined;

/** Amounts and counts are strings, because a double would lose digits. */
type Value = Text | number | boolean;

type Field = readonly [string, (exported: ExportedJetton) => Value];

/**
 * Names of the measures that have a field of their own. Null if no response contains the measure, or the fields of all periods
 * include it.
 */
const measureNames: Readonly<Record<MeasureId, string | null>> = {
  liquidityUsd: 'liquidityUsd',
  fdmc: 'fdmcUsd',
  mcap: 'mcapUsd',
  holders: 'holders',
  trustScore: 'trustScore',
  createdAt: 'createdAt',
  tvl: null,
  volume24h: null,
  transactions24h: null,
  traders24h: null,
  tonPriceChangeHour: null,
  tonPriceChangeHour6: null,
  tonPriceChangeDay: null,
  tonPriceChangeWeek: null,
  tonPriceChangeMonth: null,
};

const measureFields = (Object.keys(measureNames) as MeasureId[]).flatMap((id): Field[] => {
  const name = measureNames[id];
  return name === null ? [] : [[name, ({ jetton, activity }) => measureField(id, jetton, activity)]];
});

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
  [`price${unitName('ton')}`, ({ jetton: { price } }) => numberOf(price)],
  ['priceUsd', ({ jetton: { priceUsd } }) => numberOf(priceUsd)],
];

const factFields: readonly Field[] = [
  [
    'admin',
    ({ jetton: { admin } }) => (admin?.address === undefined ? undefined : toUserFriendly(admin.address)),
  ],
  ['totalSupply', ({ jetton }) => supplyOf(jetton, jetton.totalSupply)],
  ['circulatingSupply', ({ jetton }) => supplyOf(jetton, jetton.circulatingSupply)],
  ['mintable', ({ jetton: { mintable } }) => mintable],
  ['modifiedContract', ({ jetton: { modifiedContract } }) => modifiedContract],
];

const changeFields: readonly Field[] = pricePeriods.flatMap((period): Field[] => [
  [`change${unitName('ton')}${periodLabels[period]}`, ({ activity }) => percentOf(activity?.ton[period])],
  [`changeUsd${periodLabels[period]}`, ({ activity }) => percentOf(activity?.usd[period])],
]);

const flowFields: readonly Field[] = countPeriods.flatMap((period): Field[] => [
  [`volumeUsd${periodLabels[period]}`, ({ activity }) => numberOf(activity?.volume[period]?.current)],
  [`transactions${periodLabels[period]}`, ({ activity }) => activity?.transactions[period]?.current],
  [`traders${periodLabels[period]}`, ({ activity }) => activity?.traders[period]?.current],
]);

/** Returns the exported fields, including amounts in the selected currency that the list itself lacks. */
function fieldsIn(currency: Currency): readonly Field[] {
  const unit = unitName(currency);
  const amountFields: readonly Field[] = [
    [`price${unit}`, ({ valuation }) => numberOf(valuation?.price)],
    [`liquidity${unit}`, ({ valuation }) => numberOf(valuation?.liquidity)],
    [`fdmc${unit}`, ({ valuation }) => numberOf(valuation?.fdmc)],
    [`mcap${unit}`, ({ valuation }) => numberOf(valuation?.mcap)],
  ];
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
