import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton } from '#testing/components/responses.ts';

test('a scam shows its badge and its whole symbol, without a warning about its contract', async () => {
  const { identity } = listedJetton(0);
  const scam = listedJetton(0, {
    identity: { ...identity, symbol: 'COMPASS' },
    verification: 'JVS_SCAM',
    modifiedContract: true,
  });
  const query = '?excludeScam=false';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [scam] } });
  const row = screen.getByRole('row', { name: /COMPASS/ });
  await expect.element(row.getByText('Scam', { exact: true })).toBeVisible();
  await expect.element(row.getByText('Modified')).not.toBeInTheDocument();
  const symbol = row.getByText('COMPASS', { exact: true }).element();
  expect(symbol.scrollWidth).toBeLessThanOrEqual(symbol.clientWidth);
});

test('a jetton that sources warn of shows the most serious warning, and all of them as a tooltip', async () => {
  const warned = listedJetton(0, {
    warnings: [
      { kind: 'honeypot', text: 'STON.fi: honeypot' },
      { kind: 'taxable', text: 'STON.fi: taxed transfers' },
    ],
  });
  const { screen } = await renderApp('/', { lists: { '': [warned, listedJetton(1)] } });
  const badge = screen.getByRole('row', { name: /SYM0/ }).getByText('Honeypot', { exact: true });
  await expect.element(badge).toBeVisible();
  await expect.element(badge).toHaveAttribute('title', 'STON.fi: honeypot, STON.fi: taxed transfers');
  await expect
    .element(screen.getByRole('row', { name: /SYM1/ }).getByText('Honeypot'))
    .not.toBeInTheDocument();
});

test('a jetton whose last 24 hours lack swaps has a mark with the reason', async () => {
  const range = {
    exchangeId: 'stonfi',
    from: '2026-01-29T07:02:00Z',
    to: '2026-01-29T07:22:00Z',
    seconds: 1200,
  };
  const older = { ...range, from: '2026-01-28T07:00:00Z', to: '2026-01-28T07:50:00Z' };
  const lists = { '': [listedJetton(0, { missing: [range] }), listedJetton(1, { missing: [older] })] };
  const { screen } = await renderApp('/', { lists });
  const reason = 'STON.fi: 20 min missing, 2026-01-29 07:02–07:22 UTC';
  const mark = screen.getByRole('row', { name: /SYM0/ }).getByTitle(reason);
  await expect.element(mark).toBeVisible();
  // Cells are announced with their contents.
  await expect.element(screen.getByRole('link', { name: reason })).toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /SYM1/ })).not.toHaveTextContent('missing');
});

test('a revoked admin differs from an unknown one', async () => {
  const admin = { address: undefined, offchainAddress: undefined, isRevoked: true };
  const query = '?columns=admin';
  const lists = { [query]: [listedJetton(0, { admin }), listedJetton(1)] };
  const { screen } = await renderApp(`/${query}`, { lists });
  await expect.element(screen.getByRole('row', { name: /SYM0/ })).toHaveTextContent(/Revoked$/);
  await expect.element(screen.getByRole('row', { name: /SYM1/ })).toHaveTextContent(/–$/);
});

test('chips do not clip descenders', async () => {
  const query = '?search=gypsy';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [listedJetton(0)] } });
  const chip = screen.getByRole('button', { name: /^Remove .*gypsy/ });
  await expect.element(chip).toBeVisible();
  const label = chip.element().querySelector('span');
  if (!label) throw new Error('no label');
  const { fontSize } = getComputedStyle(label);
  // Descenders end about a quarter of the font size below the baseline.
  expect(label.clientHeight).toBeGreaterThanOrEqual(Number.parseFloat(fontSize) * 1.25);
});

test('a trending jetton shows both reasons, without a selection of columns', async () => {
  const trending = listedJetton(0, { trending: 4.1, trendingBy: { traders: 4.1, volume: 6.25 } });
  const query = '?sort=trending&trending.min=1';
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [trending] } });
  const cell = screen.getByRole('gridcell', { name: 'traders 4.1× usual, volume 6.3× usual' });
  await expect.element(cell).toHaveTextContent('traders 4.1×volume 6.3×');
});

test('exits show the loss, and shares their unit', async () => {
  const query = '?columns=exit1k,exit10k,effective,sold';
  const jetton = listedJetton(0, {
    exit1k: amountFromDecimal('985.2'),
    exit10k: amountFromDecimal('8600'),
    effectiveTraders: 41.2307,
    buyersWhoSold: 37.5,
  });
  const { screen } = await renderApp(`/${query}`, { lists: { [query]: [jetton, listedJetton(1)] } });
  const texts = (row: number) =>
    screen
      .getByRole('row', { name: new RegExp(`SYM${row}`) })
      .getByRole('gridcell')
      .elements()
      .slice(-4)
      .map(({ textContent }) => textContent);
  await expect.poll(() => texts(0)).toEqual(['985−1.48%', '8.60k−14.0%', '41.2', '37.5%']);
  expect(texts(1)).toEqual(['–', '–', '–', '–']);
});
