import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import type { ListedJetton } from '#web/api/strangers.ts';
import { csvRow } from '#web/lib/csv.ts';
import { fullText } from '#web/lib/full-text.ts';

type Text = string | undefined;

/** What is taken along of a jetton, every digit of it. */
const fields: readonly (readonly [string, (jetton: ListedJetton) => Text])[] = [
  ['address', ({ face }) => face.userFriendly],
  ['symbol', ({ face }) => face.symbol],
  ['name', ({ face }) => face.name],
  ['verification', ({ verification }) => verification],
  ['priceTon', ({ price }) => numberOf(price)],
  ['priceUsd', ({ priceUsd }) => numberOf(priceUsd)],
  ['liquidityUsd', ({ liquidityUsd }) => numberOf(liquidityUsd)],
  ['fdmcUsd', ({ fdmc }) => numberOf(fdmc)],
  ['mcapUsd', ({ mcap }) => numberOf(mcap)],
  ['holders', ({ holdersCount }) => holdersCount],
  ['trustScore', ({ trustScore }) => (trustScore === undefined ? undefined : String(trustScore))],
  ['createdAt', ({ createdAt }) => createdAt],
  ['admin', ({ admin }) => (admin?.address === undefined ? undefined : toUserFriendly(admin.address))],
  ['totalSupply', (jetton) => supplyOf(jetton, jetton.totalSupply)],
  ['circulatingSupply', (jetton) => supplyOf(jetton, jetton.circulatingSupply)],
  ['mintable', ({ mintable }) => flagText(mintable)],
  ['modifiedContract', ({ modifiedContract }) => flagText(modifiedContract)],
];

function numberOf(amount: Amount | undefined): Text {
  return amount && fullText(amount);
}

function supplyOf({ decimals }: ListedJetton, value: Text): Text {
  return value === undefined ? undefined : fullText({ value, decimals });
}

function flagText(flag: boolean | undefined): Text {
  return flag === undefined ? undefined : String(flag);
}

// Without it a spreadsheet takes the letters for those of its own country.
const BYTE_ORDER_MARK = '\uFEFF';

export const formats = {
  csv: {
    type: 'text/csv',
    write: (jettons: readonly ListedJetton[]) => [
      BYTE_ORDER_MARK + csvRow(fields.map(([name]) => name)),
      ...jettons.map((jetton) => csvRow(fields.map(([, read]) => read(jetton)))),
    ],
  },
  json: {
    type: 'application/json',
    write: (jettons: readonly ListedJetton[]) => [
      `[${jettons.map((jetton) => `\n${JSON.stringify(recordOf(jetton))}`).join(',')}\n]\n`,
    ],
  },
} as const;
export type Format = keyof typeof formats;

/** Numbers as texts: a double would lose digits. */
function recordOf(jetton: ListedJetton): Record<string, Text | null> {
  return Object.fromEntries(fields.map(([name, read]) => [name, read(jetton) ?? null]));
}
