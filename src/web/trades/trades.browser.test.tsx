import { expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Transaction } from '#contract/transactions.ts';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { joinTrades, type TradeFilter, tradeHistory } from './trade-queries.ts';

const { address } = listedJetton(0).identity;
const [ann, bob] = ['a', 'b'].map((letter) => `0:${letter.repeat(64)}`) as [string, string];

function tradeOf(index: number, who: string | undefined): Transaction {
  return {
    time: `2026-01-29T07:${String(10 + index)}:00.000Z`,
    timeLt: String(index),
    ...(who !== undefined && { who, whoFriendly: toUserFriendly(who) }),
    type: index % 2 === 0 ? 'TT_BUY' : 'TT_SELL',
    counterpart: `0:${'0'.repeat(64)}`,
    exchangeId: 'stonfi',
    pool: `0:${'c'.repeat(64)}`,
    amount: amountFromDecimal(`${index}.5`),
    counterpartAmount: amountFromDecimal('3'),
    price: amountFromDecimal('2'),
    usd: amountFromDecimal('6'),
  };
}

const trades = [tradeOf(3, ann), tradeOf(2, bob), tradeOf(1, ann), tradeOf(0, undefined)];

test('trades can be limited to those of a trader', async () => {
  const pageOf = (shown: readonly Transaction[]) => ({
    pages: [{ trades: shown, identities: new Map(), next: undefined }],
    pageParams: [undefined],
  });
  const { screen } = await renderApp(`/jetton/${toUserFriendly(address)}`, {
    fill: (client) => {
      const price = { price: amountFromDecimal('2'), changedAt: '2026-01-29T07:13:00.000Z' };
      client.setQueryData(jettonPrice(address, 'usd').queryKey, { usd: price });
      const details: JettonDetails = {
        ...listedJetton(0),
        description: '',
        links: [],
        multiplier: undefined,
      };
      client.setQueryData(jettonByAddress(address).queryKey, details);
      const fill = (filter: TradeFilter, shown: readonly Transaction[]) =>
        client.setQueryData(tradeHistory({ address }, filter).queryKey, pageOf(shown));
      fill({}, trades);
      fill(
        { who: ann },
        trades.filter(({ who }) => who === ann),
      );
    },
  });
  const region = screen.getByRole('region', { name: 'Trades', exact: true });
  region.element().scrollIntoView();
  await expect.element(region.getByText('4 trades loaded')).toBeVisible();
  await expect.element(region.getByText('not known')).toBeVisible();
  await region
    .getByRole('button', { name: `Only trades of ${toUserFriendly(ann)}` })
    .first()
    .click();
  await expect.element(region.getByText('2 trades loaded')).toBeVisible();
  await region.getByRole('button', { name: 'All traders' }).click();
  await expect.element(region.getByText('4 trades loaded')).toBeVisible();
});

test('pages of trades are joined without duplicates, newest first', () => {
  const page = (shown: readonly Transaction[]) => ({ trades: shown, identities: new Map(), next: undefined });
  const [a, b, c, d] = trades as [Transaction, Transaction, Transaction, Transaction];
  const twin = { ...c, pool: `0:${'d'.repeat(64)}` };
  expect(joinTrades([page([a, b]), page([b, c]), page([d, twin])])).toEqual([a, b, c, twin, d]);
});
