import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { amountFromDecimal } from '#contract/amount.ts';
import { createQueryClient } from '#web/api/client/query-client.ts';
import { marketLiquidity, marketStatistics } from '#web/api/queries/markets.ts';
import { PoolFacts } from './pool-facts.tsx';

const pool = [`0:${'a'.repeat(64)}`, `0:${'b'.repeat(64)}`] as const;

const tenDaysAgo = Date.now() - 10 * 86_400_000;

test('reserves and price changes name their unit, and windows that lack swaps are marked', async () => {
  const client = createQueryClient();
  const change = { changePercent: 100, calculatedAt: '2026-01-29T07:50:00Z' };
  const count = { ...change, current: '2', previous: '1' };
  const counts = { day: count, week: count, month: count };
  const day = { ...change, current: amountFromDecimal('2'), previous: amountFromDecimal('1') };
  const timeAfter = (minutes: number) => new Date(tenDaysAgo + minutes * 60_000).toISOString();
  client.setQueryData(marketLiquidity(...pool).queryKey, {
    asset: amountFromDecimal('91800000'),
    counterpart: amountFromDecimal('190000'),
  });
  client.setQueryData(marketStatistics(...pool).queryKey, {
    priceChange: { counterpart: { day } },
    traders: counts,
    transactions: counts,
    volume: { usd: { day } },
    missing: [{ exchangeId: 'stonfi', from: timeAfter(0), to: timeAfter(20), seconds: 1200 }],
  });
  const screen = await render(
    <QueryClientProvider client={client}>
      <PoolFacts address={pool[0]} poolAddress={pool[1]} symbol="CLKW" quote="GRAM" />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('Reserve, CLKW')).toBeVisible();
  await expect.element(screen.getByText('Reserve, GRAM')).toBeVisible();
  await expect.element(screen.getByText('Price change in GRAM')).toBeVisible();
  // Changes of counts compare two weeks, those of prices begin a week ago.
  const reason = 'STON.fi: 20 min missing';
  await expect.element(screen.getByRole('columnheader', { name: `7d ${reason}` })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: /^24h$/ })).toBeVisible();
  const prices = screen.getByLabelText('Price change in GRAM');
  await expect.element(prices).toHaveTextContent(/7d–unknown 30d–unknown \*STON.fi: 20 min missing/);
});
