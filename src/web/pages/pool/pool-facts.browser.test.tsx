import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { amountFromDecimal } from '#contract/amount.ts';
import type { operations, ResponseOf } from '#contract/operations.ts';
import { marketLiquidity, marketStatistics } from '#web/api/queries/queries.ts';
import { createQueryClient } from '#web/api/transport/query-client.ts';
import { PoolFacts } from './pool-facts.tsx';

const address = `0:${'1'.repeat(64)}`;
const poolAddress = `0:${'2'.repeat(64)}`;

type Statistics = ResponseOf<(typeof operations)['getJettonMarketStatistics']>;

test('reserves and price changes have their units', async () => {
  const client = createQueryClient();
  client.setQueryData(marketLiquidity(address, poolAddress).queryKey, {
    asset: amountFromDecimal('1500'),
    counterpart: amountFromDecimal('30'),
  });
  const change = { previous: '1', current: '2', changePercent: 100, calculatedAt: '2026-01-29T07:50:00Z' };
  const amount = amountFromDecimal('1');
  const counts = { day: change, week: change, month: change };
  const statistics: Statistics = {
    priceChange: { counterpart: {} },
    traders: counts,
    transactions: counts,
    volume: { usd: { day: { ...change, previous: amount, current: amount } } },
  };
  client.setQueryData(marketStatistics(address, poolAddress).queryKey, statistics);
  const screen = await render(
    <QueryClientProvider client={client}>
      <PoolFacts address={address} poolAddress={poolAddress} symbol="DOG" quoteSymbol="USD₮" />
    </QueryClientProvider>,
  );
  const terms = screen.getByRole('region', { name: 'Liquidity' }).getByRole('term').elements();
  expect(terms.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    'Liquidity, USD',
    'Liquidity, GRAM',
    'Jetton, DOG',
    'Quote, USD₮',
  ]);
  await expect.element(screen.getByText('Price change in USD₮')).toBeVisible();
});
