import { expect, onTestFinished, test } from 'vitest';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';

const FILLER = 'test.filler';

/** Fills the storage of the browser to the last character, in parts, because each change is copied to another process. */
function fillStorage(): void {
  onTestFinished(emptyStorage);
  for (let length = 2 ** 22; length >= 1; length /= 2) {
    try {
      localStorage.setItem(`${FILLER}.${length}`, 'x'.repeat(length));
    } catch {
      // Half of it may fit.
    }
  }
  // The names of the parts take space of their own.
  for (let isFull = false, text = ''; !isFull; text += 'x') {
    try {
      localStorage.setItem(FILLER, text);
    } catch {
      isFull = true;
    }
  }
}

function emptyStorage(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(FILLER)) localStorage.removeItem(key);
}

test('a star that the full storage of the browser does not take is reported, until there is space', async () => {
  const { screen } = await renderApp('/', { lists: { '': [listedJetton(0), listedJetton(1)] } });
  const notice = screen
    .getByRole('contentinfo')
    .getByText("Couldn't store the last change: the browser's storage is full or blocked");
  await screen.getByRole('button', { name: 'Watch SYM0' }).click();
  await expect.element(screen.getByRole('button', { name: 'Watch SYM0', pressed: true })).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();

  fillStorage();
  await screen.getByRole('button', { name: 'Watch SYM1' }).click();
  await expect.element(notice).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Watch SYM1', pressed: true })).toBeVisible();

  emptyStorage();
  await screen.getByRole('button', { name: 'Watch SYM1' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});
