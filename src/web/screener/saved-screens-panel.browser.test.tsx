import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJettons } from '#testing/components/responses.ts';
import { saveScreens } from './saved-screens.ts';

const trusted = '?trustScore.min=20';

async function openPanel(query: string, saved: readonly string[] = []) {
  const jettons = listedJettons(3);
  const app = await renderApp(`/${query}`, { lists: { '': jettons, [trusted]: jettons } });
  await app.screen.getByRole('button', { name: 'My screens' }).click();
  const panel = app.screen.getByRole('region', { name: 'My screens' });
  for (const name of saved) {
    await panel.getByRole('textbox', { name: 'Screen name' }).fill(name);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
  }
  return { ...app, panel };
}

/** Returns the items of the saved screens. */
function screensOf(panel: Locator): Locator {
  return panel.getByRole('listitem');
}

/** Returns the blobs of files that are saved during the test, and prevents the downloads. */
function collectSavedFiles(): Blob[] {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return files;
}

test('saves the screen under a name, on the device', async () => {
  const { panel } = await openPanel(trusted, ['Trusted']);
  await expect.element(panel.getByText('Saved as Trusted.')).toBeVisible();
  await expect.element(panel.getByRole('textbox', { name: 'Screen name' })).toHaveValue('');
  const stored = JSON.parse(localStorage.getItem('jetscope.screens') ?? '');
  expect(stored).toEqual({ screens: [{ name: 'Trusted', query: trusted }] });
});

test('a saved screen can be replaced, also with Enter', async () => {
  const { panel } = await openPanel(trusted, ['Trusted']);
  await panel.getByRole('textbox', { name: 'Screen name' }).fill('Trusted');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('Replaced Trusted.')).toBeVisible();
  expect(screensOf(panel).elements()).toHaveLength(1);
});

test('replacing the query of a saved screen can be undone', async () => {
  const { panel } = await openPanel(trusted);
  saveScreens([{ name: 'Trusted', query: '' }]);
  await panel.getByRole('textbox', { name: 'Screen name' }).fill('Trusted');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const link = panel.getByRole('link', { name: 'Trusted', exact: true });
  await expect.element(link).toHaveAttribute('href', `/${trusted}`);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.element(link).toHaveAttribute('href', '/');
});

test('a screen needs a name', async () => {
  const { panel } = await openPanel('', [' ']);
  await expect.element(panel.getByText('Enter a name')).toBeVisible();
  expect(screensOf(panel).elements()).toHaveLength(0);
});

test('a saved screen can be opened', async () => {
  const { panel, url } = await openPanel(trusted, ['Trusted']);
  await panel.getByRole('link', { name: 'Trusted', exact: true }).click();
  await expect.poll(url).toBe(`/${trusted}`);
  // The panel would cover the rows.
  await expect.element(panel).not.toBeInTheDocument();
});

test('removing and renaming can be undone', async () => {
  const { panel } = await openPanel(trusted, ['Trusted', 'Other']);
  const names = () =>
    screensOf(panel)
      .elements()
      .map((item) => item.querySelector('a')?.textContent);
  const undo = panel.getByRole('button', { name: 'Undo' });
  expect(undo.elements()).toHaveLength(0);
  await panel.getByRole('button', { name: 'Remove Trusted' }).click();
  await expect.poll(names).toEqual(['Other']);
  await undo.click();
  await expect.poll(names).toEqual(['Trusted', 'Other']);
  await expect.element(panel.getByRole('textbox', { name: 'Screen name' })).toHaveFocus();
  expect(undo.elements()).toHaveLength(0);
  await panel.getByRole('button', { name: 'Rename Other' }).click();
  await panel.getByRole('textbox', { name: 'New name for Other' }).fill('Trusted');
  await panel.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect.poll(names).toEqual(['Trusted']);
  await undo.click();
  await expect.poll(names).toEqual(['Trusted', 'Other']);
});

test('a saved screen can be renamed and removed', async () => {
  const { panel } = await openPanel(trusted, ['Trusted']);
  await panel.getByRole('button', { name: 'Rename Trusted' }).click();
  const field = panel.getByRole('textbox', { name: 'New name for Trusted' });
  await expect.element(field).toHaveFocus();
  await field.fill('Safe');
  await panel.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect
    .element(panel.getByRole('link', { name: 'Safe', exact: true }))
    .toHaveAttribute('href', `/${trusted}`);
  await expect.element(panel.getByText('Renamed to Safe.')).toBeVisible();
  const nameField = panel.getByRole('textbox', { name: 'Screen name' });
  await expect.element(nameField).toHaveFocus();
  await panel.getByRole('button', { name: 'Remove Safe' }).click();
  await expect.poll(() => screensOf(panel).elements()).toHaveLength(0);
  await expect.element(panel.getByText('Removed Safe.')).toBeVisible();
  await expect.element(nameField).toHaveFocus();
});

test('renaming to an existing name reports the replaced screen', async () => {
  const { panel } = await openPanel(trusted, ['Trusted', 'Safe']);
  await panel.getByRole('button', { name: 'Rename Trusted' }).click();
  await panel.getByRole('textbox', { name: 'New name for Trusted' }).fill('Safe');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('Replaced Safe.')).toBeVisible();
  expect(screensOf(panel).elements()).toHaveLength(1);
});

test('an exported file can be imported', async () => {
  const files = collectSavedFiles();
  const { panel } = await openPanel(trusted, ['Safe']);
  await panel.getByRole('button', { name: 'Export JSON' }).click();
  const [exported] = files;
  await panel.getByRole('button', { name: 'Remove Safe' }).click();
  await expect.poll(() => screensOf(panel).elements()).toHaveLength(0);
  const file = new File([exported ?? ''], 'screens.json', { type: 'application/json' });
  await panel.getByLabelText('Saved screens file').upload(file);
  await expect.element(panel.getByText('1 added, 0 replaced.')).toBeVisible();
  await expect
    .element(panel.getByRole('link', { name: 'Safe', exact: true }))
    .toHaveAttribute('href', `/${trusted}`);
});

test('an import can be undone, also after a rename is canceled', async () => {
  const { panel } = await openPanel(trusted, ['Safe']);
  const screens = [{ name: 'Safe', query: '' }];
  const text = JSON.stringify({ format: 'jetscope screens', version: 1, screens });
  await panel.getByLabelText('Saved screens file').upload(new File([text], 'screens.json'));
  const link = panel.getByRole('link', { name: 'Safe', exact: true });
  await expect.element(link).toHaveAttribute('href', '/');
  await panel.getByRole('button', { name: 'Rename Safe' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel.getByText('0 added, 1 replaced.')).toBeVisible();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.element(link).toHaveAttribute('href', `/${trusted}`);
});

test('a file without screens is rejected', async () => {
  const { panel } = await openPanel('');
  await panel.getByLabelText('Saved screens file').upload(new File(['{}'], 'other.json'));
  await expect.element(panel.getByText('This file contains no Jetscope screens.')).toBeVisible();
});
