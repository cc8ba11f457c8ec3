import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Status } from '#contract/status.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { behind, feedStatus, listedJettons, liveStatus } from '#testing/components/responses.ts';
import { createPage } from '#web/api/decoding/decode-jetton.ts';
import { pageTrust } from '#web/api/queries/valuations.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { jettonList } from '#web/list/jetton-queries.ts';
import { defaultScreen } from '#web/list/list-state.ts';

describe('data age', () => {
  const metadata = feedStatus({ name: 'tonapi', kind: 'tonapi', ...behind(9000) });

  test.each<[string, Status, RegExp]>([
    ['without feeds', liveStatus({ feeds: [] }), /^live, \d s ago$/],
    [
      'of the oldest swap feed',
      liveStatus({ feeds: [feedStatus(), feedStatus(behind(45))] }),
      /^live, data 4\d s old$/,
    ],
    ['of prices, not metadata', liveStatus({ feeds: [feedStatus(), metadata] }), /^live, data 1\d s old$/],
    ['of a late feed', liveStatus({ feeds: [feedStatus(behind(250))] }), /^delayed, data 4 min old$/],
    [
      'with a fixed clock',
      liveStatus({ clockFixed: true, feeds: [feedStatus(behind(250))] }),
      /^Snapshot: 29 Jan 2026, 07:50 UTC$/,
    ],
  ])('the status bar shows the age of the data %s', async (_, status, text) => {
    const { screen } = await renderApp('/', { lists: { '': listedJettons(5) }, status });
    useLiveUpdates.setState({ isPaused: false });
    await expect.element(screen.getByRole('button', { name: text })).toBeVisible();
  });
});

describe('snapshot', () => {
  const SNAPSHOT = 'Snapshot: 29 Jan 2026, 07:50 UTC';

  test('with a fixed clock, the data is labeled as a snapshot, and ages are relative to it', async () => {
    const { screen } = await renderApp('/', { lists: { '': listedJettons(5) } });
    await expect.element(screen.getByRole('button', { name: SNAPSHOT })).toBeVisible();
    await expect.element(screen.getByRole('banner').getByText(SNAPSHOT)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pause live updates' })).not.toBeInTheDocument();
    const row = screen.getByRole('row', { name: /SYM0/ });
    await expect
      .element(row.getByRole('gridcell', { name: '80, calculated 50 min before the snapshot' }))
      .toBeVisible();
    const holders = row.getByRole('gridcell').nth(13);
    await holders.hover();
    await expect.element(holders).toHaveAttribute('title', expect.stringContaining(SNAPSHOT));
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(screen.getByRole('combobox', { name: 'Command' })).toHaveFocus();
    await userEvent.keyboard('live');
    await expect.element(screen.getByRole('option', { name: /resume|pause/ })).not.toBeInTheDocument();
  });

  test('with a running clock, ages are relative to now', async () => {
    const { screen } = await renderApp('/', { lists: { '': listedJettons(5) }, status: liveStatus() });
    await expect.element(screen.getByRole('button', { name: 'Pause live updates' })).toBeVisible();
    expect(screen.getByText(SNAPSHOT).elements()).toHaveLength(0);
    await expect
      .element(screen.getByRole('gridcell', { name: /^80, calculated .* ago$/ }).first())
      .toBeVisible();
  });

  test('the age of a trust score is shown only if it is older than 24 hours', async () => {
    const jettons = listedJettons(2);
    const { screen } = await renderApp('/', {
      fill: (client) => {
        const page = createPage(jettons, undefined);
        client.setQueryData(jettonList(defaultScreen.filter).queryKey, {
          pages: [page],
          pageParams: [undefined],
        });
        const times = ['2026-01-29T07:00:00Z', '2026-01-26T07:00:00Z'];
        const trust = jettons.map(
          ({ identity }, index) => [identity.address, { score: 80, updatedAt: times[index] }] as const,
        );
        client.setQueryData(pageTrust(page).queryKey, new Map(trust));
      },
    });
    const trustOf = (name: RegExp) =>
      screen.getByRole('row', { name }).getByRole('gridcell', { name: /^80, / });
    await expect.element(trustOf(/SYM0/)).toHaveTextContent(/^80$/);
    await expect.element(trustOf(/SYM1/)).toHaveTextContent(/^\(3 d\) 80$/);
  });
});
