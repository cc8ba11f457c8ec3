import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { liveStatus } from '#testing/components/service-status.ts';

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
