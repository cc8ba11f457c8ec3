import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Status } from '#contract/status.ts';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { behind, feedStatus, liveStatus, unstartedFeed } from '#testing/components/service-status.ts';

const lastError = { message: 'HTTP 503 from <b>the source</b>', at: '2026-01-29T07:49:30Z' };

async function renderWith(status: Status, width?: number) {
  const app = await renderApp('/', { lists: { '': listedJettons(5) }, status, ...(width && { width }) });
  const button = app.screen.getByRole('banner').getByRole('button', { name: /^Data sources/ });
  const panel = app.screen.getByRole('region', { name: 'Data sources' });
  return { ...app, button, panel };
}

test.each<[string, Status, string]>([
  ['one feed behind', liveStatus({ feeds: [feedStatus(behind(250))] }), 'stonfi feed: 4 min behind'],
  [
    'several feeds behind',
    liveStatus({ feeds: [feedStatus(behind(250)), feedStatus({ name: 'b', ...behind(90) })] }),
    '2 feeds behind',
  ],
  ['a stopped feed', liveStatus({ feeds: [feedStatus({ stopped: true })] }), 'stonfi feed: stopped'],
  ['a failing feed', liveStatus({ feeds: [unstartedFeed({ lastError })] }), 'stonfi feed: no data yet'],
  [
    'a history being read',
    liveStatus({ feeds: [feedStatus({ historyRead: 0.42 })] }),
    'Loading history: 42%',
  ],
  ['a simulated market', liveStatus({ source: 'simulated', feeds: [] }), 'Simulated market'],
  [
    'a hostile name',
    liveStatus({ feeds: [feedStatus({ name: '<img src=x>\u202E', stopped: true })] }),
    '<img src=x> feed: stopped',
  ],
])('the header shows %s', async (_, status, text) => {
  const { button } = await renderWith(status);
  await expect.element(button).toHaveAccessibleName(`Data sources: ${text}`);
});

test('the header shows nothing while all feeds are current, and announces what changes', async () => {
  const { screen, client, button } = await renderWith(liveStatus());
  await expect.element(button).toHaveAccessibleName('Data sources');
  await expect.element(button).toHaveTextContent(/^$/);
  client.setQueryData<Status>(['status'], liveStatus({ feeds: [feedStatus(behind(250))] }));
  await expect.element(button).toHaveTextContent('4 min behind');
  const announcement = screen.getByRole('banner').getByRole('status').last();
  await expect.element(announcement).toHaveTextContent(/^stonfi feed is behind$/);
});

test.each([1440, 390])('%i pixels wide, the keyboard opens and closes the panel', async (width) => {
  const { button, panel } = await renderWith(liveStatus(), width);
  await expect.element(button).toBeVisible();
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('table', { name: 'Feeds' })).toBeVisible();
  const box = panel.element().getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(width);
  expect(panel.element().scrollWidth).toBeLessThanOrEqual(panel.element().clientWidth);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('the panel describes the service and every feed', async () => {
  const feeds = [
    feedStatus({
      historyRead: 0.427,
      ranges: { open: 1234, failed: 5 },
      events: { ingested: 123_456, duplicate: 789, late: 12, rejected: 34 },
      lastError,
      failing: { since: '2026-01-29T06:00:00Z', problem: 'limited' },
    }),
    feedStatus({ name: 'rates', kind: 'fx', stopped: true }),
    unstartedFeed({ name: 'x'.repeat(60), kind: 'unknown' }),
  ];
  const { panel, button } = await renderWith(liveStatus({ feeds, ratesDate: '2025-12-04' }));
  await button.click();
  for (const text of ['2026-01-29 07:50:00 UTC', '2025-12-04', '1,200', '3,400', '5,600,000', '1.2.3'])
    await expect.element(panel.getByText(text, { exact: true })).toBeVisible();
  const bar = panel.getByRole('progressbar', { name: 'History of stonfi' });
  await expect.element(bar).toHaveAttribute('value', '0.427');
  await expect.element(bar).toHaveAttribute('aria-valuetext', '42%');
  const rows = panel.getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/stonfiSTON\.fiLoading1\d s ago2026-01-29 07:49:48 UTC42%/);
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('1,234 open5 failed123,456 stored789 repeated, 12 late34 rejected');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      'HTTP 503 from <b>the source</b>2026-01-29 07:49:30 UTCLimits requests since 2026-01-29 06:00:00 UTC',
    );
  await expect.element(rows.nth(2)).toHaveTextContent(/^ratesExchange ratesStoppedChecked 1\d s ago/);
  await expect.element(rows.nth(3)).toHaveTextContent(`${'x'.repeat(23)}…unknownLoading––`);
  await expect.element(rows.nth(3).getByRole('rowheader')).toHaveAttribute('title', 'x'.repeat(60));
});

test('without feeds, the panel describes the service', async () => {
  const { panel, button } = await renderWith(liveStatus({ source: 'imported', feeds: [], clockFixed: true }));
  await button.click();
  await expect.element(panel.getByText('Imported dataset')).toBeVisible();
  await expect.element(panel.getByText('2026-01-29 07:50:00 UTC, fixed')).toBeVisible();
  await expect.element(panel.getByText('No feeds')).toBeVisible();
});

test('a command and the age of the data open the panel', async () => {
  const { screen, panel, button } = await renderWith(liveStatus());
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = screen.getByRole('dialog', { name: 'Commands' });
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('data sources{Enter}');
  await expect.element(panel.getByRole('table')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await screen.getByRole('button', { name: /^paused, data 1\d s old$/ }).click();
  await expect.element(panel.getByRole('table')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
});

test('on phones, the header has two lines, also with a badge', async () => {
  const { screen, button } = await renderWith(liveStatus({ feeds: [feedStatus(behind(250))] }), 390);
  await expect.element(button).toBeVisible();
  const search = screen.getByRole('combobox', { name: 'Search jettons and pools' });
  const boxOf = (locator: typeof search) => locator.element().getBoundingClientRect();
  for (const name of ['Watchlist', 'Jetscope'])
    expect(boxOf(screen.getByRole('banner').getByRole('link', { name })).top).toBeLessThan(
      boxOf(search).bottom,
    );
  expect(document.querySelector('header')?.clientHeight).toBeLessThan(80);
});

test('on phones, the search is wide beside a badge, and wider while its text is typed', async () => {
  const { screen, button } = await renderWith(liveStatus({ source: 'simulated', feeds: [] }), 390);
  await expect.element(button).toBeVisible();
  const search = screen.getByRole('combobox', { name: 'Search jettons and pools' });
  const width = () => search.element().getBoundingClientRect().width;
  expect(width()).toBeGreaterThanOrEqual(140);
  await search.click();
  await expect.poll(width).toBeGreaterThanOrEqual(240);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toBeVisible();
  expect(width()).toBeLessThan(240);
});

test('on phones, the theme, the colors, alerts and the comparison are in a menu', async () => {
  const { screen } = await renderWith(liveStatus(), 390);
  const theme = screen.getByRole('button', { name: 'Theme: system' });
  await expect.element(theme).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect.element(theme).toBeVisible();
  for (const name of ['Alerts', 'Compare jettons'])
    await expect.element(screen.getByRole('banner').getByRole('link', { name })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(theme).not.toBeInTheDocument();
});
