import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Status } from '#contract/status.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import {
  behind,
  feedStatus,
  listedJettons,
  liveStatus,
  unstartedFeed,
} from '#testing/components/responses.ts';

describe('data sources', () => {
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
    const { panel, button } = await renderWith(
      liveStatus({ source: 'imported', feeds: [], clockFixed: true }),
    );
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

  test('on phones, the theme, the colors and all pages are in a menu', async () => {
    const { screen } = await renderWith(liveStatus(), 390);
    const theme = screen.getByRole('button', { name: 'Theme: system' });
    await expect.element(theme).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.element(theme).toBeVisible();
    for (const name of ['Alerts', 'New pools', 'Compare', 'Charts', 'Paper trades', 'This device'])
      await expect.element(screen.getByRole('banner').getByRole('link', { name })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(theme).not.toBeInTheDocument();
  });
});

describe('report problem', () => {
  const tracker = 'https://tracker.example/owner/name/issues/new';
  const version = import.meta.env.VITE_VERSION;

  async function renderWith(newIssueUrl: string, path = '/', status = liveStatus({ version })) {
    const app = await renderApp(path, {
      lists: { '': listedJettons(5), '?sort=holders': listedJettons(5) },
      status,
      fill: (client) => client.setQueryData(['newIssueUrl'], newIssueUrl),
    });
    const openPanel = () => app.screen.getByRole('button', { name: 'Data sources' }).click();
    const panel = app.screen.getByRole('region', { name: 'Data sources' });
    return { ...app, openPanel, panel };
  }

  function parametersOf(link: Element) {
    const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '');
    expect(origin + pathname).toBe(tracker);
    return Object.fromEntries(searchParams);
  }

  test('the link carries the current screen, the version and the browser', async () => {
    const { panel, openPanel, history } = await renderWith(tracker, '/?sort=holders#row');
    await openPanel();
    const link = panel.getByRole('link', { name: 'Report a problem' });
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    const report = { template: 'bug.yml', version, browser: navigator.userAgent };
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(parametersOf(link.element())).toEqual({ ...report, screen: '/?sort=holders' });
    history.push('/compare');
    await expect.poll(() => parametersOf(link.element()).screen).toBe('/compare');
  });

  test('the version of another service is reported as well', async () => {
    const { panel, openPanel } = await renderWith(tracker, '/', liveStatus({ version: '9.9.9' }));
    await openPanel();
    const link = panel.getByRole('link', { name: 'Report a problem' });
    await expect.element(link).toBeVisible();
    expect(parametersOf(link.element())).toMatchObject({ version: `${version}, service 9.9.9` });
  });

  test('without a tracker, the details are copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { panel, openPanel } = await renderWith('', '/?sort=holders');
    await openPanel();
    await panel.getByRole('button', { name: 'Copy problem details' }).click();
    await expect.element(panel.getByRole('status')).toHaveTextContent('Copied');
    expect(panel.getByRole('link').elements()).toHaveLength(0);
    expect(writeText).toHaveBeenCalledWith(
      `Screen: /?sort=holders\nVersion: ${version}\nBrowser: ${navigator.userAgent}\n`,
    );
  });

  test('a command opens the form, if there is a tracker', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { screen, client } = await renderWith(tracker, '/?sort=holders');
    const palette = screen.getByRole('dialog', { name: 'Commands' });
    const option = palette.getByRole('option', { name: 'Report a problem Help' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette.getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('report');
    await expect.element(option).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(palette).not.toBeInTheDocument();
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(`${tracker}?template=bug.yml&screen=%2F%3Fsort%3Dholders&`),
      '_blank',
      'noopener,noreferrer',
    );
    client.setQueryData(['newIssueUrl'], '');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette.getByRole('option', { name: 'Watchlist' })).toBeVisible();
    expect(option.elements()).toHaveLength(0);
    await userEvent.keyboard('{Escape}');
  });

  test('a page that failed to render offers a report', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { screen } = await renderApp('/', {
      fill: (client) => {
        client.setQueryData(['newIssueUrl'], tracker);
        // The frame cannot render a status without feeds.
        client.setQueryData(['status'], {});
      },
    });
    await expect.element(screen.getByRole('region', { name: 'Something went wrong' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Report a problem' })).toBeVisible();
  });
});
