import { expect, test, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { toUserFriendly } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { emulateTouch } from '#testing/components/emulate-touch.ts';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import { poolCounterpart, poolMarket, ticksAround } from '#testing/components/pool-market.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { jettonByAddress, marketOfPool } from '#web/api/queries/queries.ts';
import { createTickFetcher } from '#web/api/queries/ticks.ts';

vi.mock('#web/api/queries/ticks.ts', { spy: true });

/** Opens a pool page with swaps around a price. Requests for other values of the pool are not answered. */
async function renderPool(
  verification: VerificationStatus,
  { price = '1.25', modifiedContract = false, width = 1440 } = {},
) {
  const jetton = { ...listedJetton(0), description: '', links: [], verification, modifiedContract };
  const { address } = jetton.identity;
  const market = poolMarket(price);
  const { poolAddress } = market;
  vi.mocked(createTickFetcher).mockReturnValue(ticksAround(Number(price)));
  return renderApp(`/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`, {
    width,
    fill: (client) => {
      client.setQueryData(jettonByAddress(address).queryKey, jetton);
      const data = { market, counterpart: poolCounterpart };
      client.setQueryData(marketOfPool(address, poolAddress).queryKey, data);
    },
  });
}

function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}

test('reports an invalid address', async () => {
  const { screen } = await renderApp(`/jetton/${listedJetton(0).identity.userFriendly}/pool/nonsense`);
  await expect.element(screen.getByRole('heading', { name: 'Invalid address' })).toBeVisible();
});

test('the pool of a scam starts with a warning', async () => {
  const { screen } = await renderPool('JVS_SCAM');
  const warning = screen.getByText('Do not buy this jetton');
  await expect.element(warning).toBeVisible();
  const chart = screen.getByRole('region', { name: 'Chart' });
  expect(warning.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    chart.element().getBoundingClientRect().top,
  );
});

test('the pools of other jettons have no warning', async () => {
  const { screen } = await renderPool('JVS_NONE');
  await expect.element(screen.getByRole('region', { name: 'Chart' })).toBeVisible();
  await expect.element(screen.getByText('Do not buy this jetton')).not.toBeInTheDocument();
});

test.each([
  ['an ordinary pool', 'JVS_NONE', { price: '1.25' }],
  ['the pool of a modified contract', 'JVS_NONE', { modifiedContract: true }],
  ['the pool of a scam with everything', 'JVS_SCAM', { price: '0.00000712345', modifiedContract: true }],
] as const)('on phones, the chart of %s is on the first screen', async (_, verification, options) => {
  await emulateTouch();
  const { screen } = await renderPool(verification, { ...options, width: 390 });
  await expect.element(screen.getByText(/^From \d{4}-/)).toBeInTheDocument();
  const warnings = screen.getByText(/Do not buy: you may not be able to sell it/).elements();
  expect(warnings).toHaveLength(verification === 'JVS_SCAM' ? 1 : 0);
  expect(boxOf(screen.getByRole('application')).top).toBeLessThanOrEqual(240);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('settings are above the chart, ranges below it, and tools right of the intervals', async () => {
  const { screen } = await renderPool('JVS_NONE');
  await expect.element(screen.getByText(/^From \d{4}-/)).toBeInTheDocument();
  const chart = boxOf(screen.getByRole('application'));
  const legend = boxOf(screen.getByText('2026-01-29', { exact: false }).first());
  expect(legend.bottom).toBeLessThanOrEqual(chart.top);
  expect(boxOf(screen.getByRole('toolbar')).bottom).toBeLessThanOrEqual(legend.top);
  expect(boxOf(screen.getByRole('group', { name: 'Range' })).top).toBeGreaterThanOrEqual(chart.bottom);
  const intervals = boxOf(screen.getByRole('combobox', { name: 'More intervals' }));
  for (const name of ['Measure', 'Price line', 'Image', 'Full screen']) {
    const tool = boxOf(screen.getByRole('button', { name }));
    expect(tool.left).toBeGreaterThanOrEqual(intervals.right);
    expect(tool.top).toBeLessThan(intervals.bottom);
  }
});

test('toggles look different from menus', async () => {
  const { screen } = await renderPool('JVS_NONE');
  const border = (locator: Locator) => getComputedStyle(locator.element()).borderTopWidth;
  for (const name of ['5m', 'Measure', 'Price line', '24h']) {
    const toggle = screen.getByRole('button', { name, exact: true });
    await expect.element(toggle).toHaveAttribute('aria-pressed');
    await expect.element(toggle).not.toHaveAttribute('aria-expanded');
    expect(border(toggle)).toBe('0px');
  }
  for (const name of ['Indicators', 'Image']) {
    const menu = screen.getByRole('button', { name, exact: true });
    await expect.element(menu).toHaveAttribute('aria-expanded');
    await expect.element(menu).not.toHaveAttribute('aria-pressed');
    expect(border(menu)).toBe('1px');
  }
  expect(border(screen.getByRole('combobox', { name: 'Type' }))).toBe('1px');
});
