import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '#web/kit/controls/button.tsx';
import { Modal } from '#web/kit/controls/dialog.tsx';
import { PercentChange, TotalChange } from './formatted-values.tsx';
import { lazyWithRetry } from './lazy-with-retry.tsx';

function Panel() {
  return <p>Panel</p>;
}

describe('PercentChange', () => {
  test('a change without trades has no direction, and says why', async () => {
    const change = { percent: -1.55 };
    const screen = await render(
      <>
        <PercentChange change={change} untraded="no trades in 1h" />
        <PercentChange change={change} />
      </>,
    );
    const untraded = screen.getByTitle('-1.55%: no trades in 1h');
    await expect.element(untraded).toHaveTextContent('no trades−1.55%, no trades in 1h');
    await expect.element(untraded.getByText('no trades', { exact: true })).toBeVisible();
    await expect.element(untraded).toHaveClass('muted');
    await expect.element(screen.getByTitle('-1.55%', { exact: true })).toHaveClass('down');
  });
});

test('changes of totals are gray in both directions', async () => {
  const screen = await render(
    <>
      <TotalChange change={{ percent: -1.55 }} period="24h" />
      <TotalChange change={{ percent: 100, isNew: true }} period="24h" />
    </>,
  );
  for (const text of ['−1.55%', 'from 0'])
    await expect.element(screen.getByText(text)).toHaveAttribute('class', 'muted');
  await expect.element(screen.getByText('from 0')).toHaveAttribute('title', 'from 0 in the previous 24h');
});

describe('a dialog', () => {
  test('is closed by a click on its backdrop, not by a selection of text that ends there', async () => {
    const onClose = vi.fn<() => void>();
    const screen = await render(
      <Modal title="Alert" onClose={onClose}>
        <input aria-label="Name" defaultValue="a text" />
      </Modal>,
    );
    const dialog = screen.getByRole('dialog').element() as HTMLDialogElement;
    const press = (target: Element) =>
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    // The target of a click is what contains both where it begins and where it ends.
    press(screen.getByRole('textbox').element());
    dialog.click();
    expect(dialog.open).toBe(true);
    press(dialog);
    dialog.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  test('returns the focus when it is removed, and when the browser closes it', async () => {
    const screen = await render(<Opener />);
    const open = screen.getByRole('button', { name: 'Open' });
    for (const close of [
      () => screen.getByRole('button', { name: 'Cancel' }).click(),
      () => userEvent.keyboard('{Escape}'),
    ]) {
      await open.click();
      await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      await close();
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
      await expect.element(open).toHaveFocus();
    }
  });
});

function Opener() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? (
        <Modal title="Alert" onClose={close}>
          <Button onClick={close}>Cancel</Button>
        </Modal>
      ) : null}
    </>
  );
}

describe('lazyWithRetry', () => {
  const fetchError = new TypeError('Failed to fetch dynamically imported module: /panel.js');

  /** Returns a component whose code fails to load until `recover` is called. */
  function failingPanel(error: Error) {
    let isDown = true;
    const load = vi.fn<() => Promise<typeof Panel>>(() =>
      isDown ? Promise.reject(error) : Promise.resolve(Panel),
    );
    return {
      Lazy: lazyWithRetry(load),
      load,
      recover: () => {
        isDown = false;
      },
    };
  }

  test('a component that failed to load can be retried, and the rest of the page stays', async () => {
    const { Lazy, load, recover } = failingPanel(fetchError);
    const screen = await render(
      <>
        <Lazy />
        <p>Page</p>
      </>,
    );
    await expect.element(screen.getByText("Couldn't load this section.")).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    await screen.getByRole('button', { name: 'Retry' }).click();
    expect(load).toHaveBeenCalledTimes(2);
    await expect.element(screen.getByText("Couldn't load this section.")).toBeVisible();
    recover();
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByText('Panel')).toBeVisible();
    await expect.element(screen.getByText('Page')).toBeVisible();
    await expect.element(screen.getByText("Couldn't load this section.")).not.toBeInTheDocument();
  });

  test('a component that failed to load is loaded when the browser is online again', async () => {
    const { Lazy, recover } = failingPanel(fetchError);
    const screen = await render(<Lazy />);
    await expect.element(screen.getByText("Couldn't load this section.")).toBeVisible();
    recover();
    dispatchEvent(new Event('online'));
    await expect.element(screen.getByText('Panel')).toBeVisible();
  });

  test('a preloaded component is rendered at once', async () => {
    const { Lazy, load, recover } = failingPanel(fetchError);
    recover();
    await Lazy.preload();
    const screen = await render(<Lazy />);
    expect(screen.getByText('Panel').elements()).toHaveLength(1);
    expect(load).toHaveBeenCalledOnce();
  });

  test('no component is shown while a style sheet that failed is loaded again', async () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = 'http://127.0.0.1:9/unreachable.css';
    const failed = new Promise((resolve) => link.addEventListener('error', resolve));
    document.head.append(link);
    await failed;
    const [first, second] = [failingPanel(fetchError), failingPanel(fetchError)];
    first.recover();
    second.recover();
    const screen = await render(
      <>
        <first.Lazy />
        <second.Lazy />
      </>,
    );
    await expect.element(screen.getByText("Couldn't load this section.").nth(1)).toBeVisible();
    expect(screen.getByText('Panel').elements()).toHaveLength(0);
    document.querySelector('link[href$="/unreachable.css"]')?.remove();
  });
});
