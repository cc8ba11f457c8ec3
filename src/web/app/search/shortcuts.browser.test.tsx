import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { liveStatus } from '#testing/components/service-status.ts';

async function renderPalette(query = '', ...others: readonly string[]) {
  const lists = Object.fromEntries([query, ...others].map((list) => [list, listedJettons(5)]));
  const app = await renderApp(`/${query}`, { lists, status: liveStatus() });
  const palette = app.screen.getByRole('dialog', { name: 'Commands' });
  const run = async (text: string) => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette.getByRole('combobox', { name: 'Command' })).toHaveFocus();
    await userEvent.keyboard(`${text}{Enter}`);
    await expect.element(palette).not.toBeInTheDocument();
  };
  return { ...app, palette, run };
}

test('the command palette finds and runs screens', async () => {
  const { palette, url } = await renderPalette('?currency=eur');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette.getByRole('combobox', { name: 'Command' })).toHaveFocus();
  await userEvent.keyboard('most tr');
  const options = () =>
    palette
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(options).toHaveLength(3);
  expect(options()).toEqual([
    expect.stringContaining('Most traded'),
    expect.stringContaining('Most trusted'),
    expect.stringContaining('most tr'),
  ]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(url).toBe('/?sort=trustScore&currency=eur');
});

test.each(['Gram', 'TON'])('the command palette finds the native coin first as %s', async (text) => {
  const { run, url } = await renderPalette();
  await run(text);
  await expect.poll(url).toMatch(/^\/jetton\/EQA{40,}/);
});

test('the command palette applies query text', async () => {
  const { run, url } = await renderPalette('?currency=eur');
  await run('holders>=1k');
  await expect.poll(url).toBe('/?holders.min=1000&currency=eur');
});

test('commands set the row height and pause updates', async () => {
  const { screen, palette, run } = await renderPalette();
  await screen.getByRole('button', { name: 'Commands' }).click();
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  for (const name of ['Comfortable Rows', 'Dark Theme', 'Green up, red down Colors'])
    await expect.element(palette.getByRole('option', { name })).toBeInTheDocument();
  await userEvent.keyboard('comf{Enter}');
  const height = () => document.querySelector('[aria-rowindex="3"]')?.getBoundingClientRect().height;
  await expect.poll(height).toBe(44);
  const pause = screen.getByRole('button', { name: 'Pause live updates' });
  await expect.element(pause).toHaveAttribute('aria-pressed', 'true');
  await run('resume');
  await expect.element(pause).toHaveAttribute('aria-pressed', 'false');
  await run('pause');
  await expect.element(pause).toHaveAttribute('aria-pressed', 'true');
});

test.each(['Columns', 'Export', 'Share', 'My screens'])(
  'a command opens the panel "%s" and moves the focus into it',
  async (name) => {
    const { screen, run } = await renderPalette();
    await run(name.toLowerCase());
    const panel = screen.getByRole('region', { name });
    await expect.element(panel.getByRole('button').or(panel.getByRole('checkbox')).first()).toBeVisible();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.closest('section')?.ariaLabel).toBe(name);
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  },
);

test('panels of other pages are not offered', async () => {
  const { palette, run, url } = await renderPalette();
  const options = () =>
    palette
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.poll(options).toContain('ExportOpen');
  await userEvent.keyboard('{Escape}');
  await run('compare');
  await expect.poll(url).toBe('/compare');
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Compare');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.poll(options).toContain('All jettonsPage');
  expect(options()).not.toContain('ExportOpen');
  await userEvent.keyboard('{Escape}');
});

test('the question mark opens the list of shortcuts, but not while typing', async () => {
  const { screen } = await renderPalette();
  await userEvent.keyboard('?');
  const list = screen.getByRole('dialog', { name: 'Shortcuts' });
  await expect
    .element(list)
    .toHaveTextContent('Shift ←, Shift →In a column header: narrower or wider column');
  await expect.element(list).toHaveTextContent(/Ctrl F twiceBrowser.s find/);
  await expect.element(list).toHaveTextContent('J, KFocus the table, then next or previous row');
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('/?');
  await expect.element(screen.getByRole('combobox', { name: 'Search jettons and pools' })).toHaveValue('?');
  expect(screen.getByRole('dialog').elements()).toHaveLength(0);
});

test('the list of shortcuts scrolls on small windows', async () => {
  const { screen } = await renderApp('/', { lists: { '': listedJettons(1) }, width: 390, height: 600 });
  await expect.element(screen.getByRole('grid')).toBeVisible();
  await userEvent.keyboard('?');
  const dialog = screen.getByRole('dialog', { name: 'Shortcuts' });
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().scrollHeight).toBeLessThanOrEqual(dialog.element().clientHeight);
});
