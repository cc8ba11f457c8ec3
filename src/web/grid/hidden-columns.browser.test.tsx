import { expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { plan } from '#web/api/client/api-client.ts';

function headers(): (string | null)[] {
  return [...document.querySelectorAll('[role=columnheader]')].map((head) => head.textContent);
}

const note = 'Hidden, not in this plan: 1h, 24h, 7d, Volume, Traders, Transactions';

test('other columns replace default columns without data, and a note names those', async () => {
  const lists = { '': listedJettons(5), '?columns=volume,holders': listedJettons(5) };
  const { screen, history } = await renderApp('/', { lists });
  await expect.poll(() => headers().some((text) => text?.startsWith('Volume'))).toBe(true);
  const liquidity = screen.getByRole('columnheader', { name: /^Liquidity/ });
  const { width } = liquidity.element().getBoundingClientRect();
  plan.exclude(operations.getJettonStatisticsList.name);
  await expect.element(screen.getByText(note)).toBeVisible();
  for (const name of [/^Volume/, /^24h/, /^Traders/])
    await expect.element(screen.getByRole('columnheader', { name })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('columnheader', { name: /^Market cap/ })).toBeVisible();
  expect(liquidity.element().getBoundingClientRect().width).toBeGreaterThan(width);

  await screen.getByRole('button', { name: 'Columns' }).click();
  const panel = screen.getByRole('region', { name: 'Columns' });
  await expect.element(panel.getByRole('checkbox', { name: 'Market cap' })).toBeChecked();
  await expect.element(panel.getByRole('checkbox', { name: 'Volume' })).not.toBeChecked();
  await panel.getByRole('checkbox', { name: 'Supply' }).click();
  await expect.element(screen.getByRole('columnheader', { name: /^Supply/ })).toBeVisible();
  await expect.element(screen.getByText(note)).toBeVisible();

  history.push('/?columns=volume,holders');
  await expect.element(screen.getByRole('columnheader', { name: /^Volume not in this plan/ })).toBeVisible();
  const others = 'Hidden, not in this plan: 1h, 24h, 7d, Traders, Transactions';
  await expect.element(screen.getByText(others, { exact: true })).toBeVisible();
});

test('on a phone, other values replace those without data', async () => {
  plan.exclude(operations.getJettonStatisticsList.name);
  const { screen } = await renderApp('/', { lists: { '': listedJettons(5) }, width: 390 });
  await expect.element(screen.getByText('Hidden, not in this plan: Change, Volume')).toBeVisible();
  const labels = [...document.querySelectorAll('[aria-rowindex="3"] [data-area]')].map(
    (cell) => cell.getAttribute('data-label') ?? '',
  );
  expect(labels).toEqual(['', 'Liq', 'Mcap', 'Holders']);
  expect(document.documentElement.scrollWidth).toBe(390);
});
