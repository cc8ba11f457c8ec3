import type { ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton, listedJettons } from '#testing/components/responses.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { lazyWithRetry, retryFailedLoads } from '#web/kit/display/lazy-with-retry.tsx';
import '#web/style/tokens.css';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useCharacterKeys } from '#web/kit/device/preferences.ts';
import { ColorToggle } from './display-settings.tsx';

describe('frame', () => {
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

  const jettons = new Map(listedJettons(2).map((jetton) => [jetton.identity.address, jetton]));
  const [one, other] = [...jettons.keys()].map(toUserFriendly);
  test.each([
    ['/?search=dog', '“dog” in name or symbol'],
    [`/watchlist?address=${one}&name=Dogs`, 'Shared watchlist: Dogs'],
    [`/compare?address=${one}&address=${other}`, 'start = 100'],
    [`/charts?chart=${one}`, 'Chart by TradingView'],
  ])('%s stays as it is while another page is loading', async (path, text) => {
    const { screen, history } = await renderApp(path, {
      fill: (client) => client.setQueryData(comparedJettons([...jettons.keys()]).queryKey, jettons),
    });
    const main = screen.getByRole('main');
    await expect.element(main).toHaveTextContent(text);
    const shown: (string | null)[] = [];
    const observer = new MutationObserver(() => shown.push(main.element().textContent));
    observer.observe(main.element(), { childList: true, characterData: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    history.push('/device');
    await expect.element(screen.getByRole('heading', { name: 'This device' })).toBeVisible();
    expect(shown.filter((content) => !content?.includes('This device') && !content?.includes(text))).toEqual(
      [],
    );
  });

  test('a section that was requested before the end of an outage, and failed after it, is loaded again', async () => {
    let fail: (error: Error) => void = () => undefined;
    const load = vi
      .fn<() => Promise<() => ReactNode>>()
      .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
      .mockResolvedValue(() => <p>Loaded</p>);
    const Section = lazyWithRetry(load);
    const screen = await render(<Section />);
    expect(load).toHaveBeenCalledTimes(1);
    retryFailedLoads();
    fail(new TypeError('Failed to fetch dynamically imported module: /section.js'));
    await expect.element(screen.getByText('Loaded')).toBeVisible();
  });

  test('a section that fails again after an outage is loaded a little later', async () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /section.js');
    const load = vi
      .fn<() => Promise<() => ReactNode>>()
      .mockRejectedValueOnce(error)
      .mockRejectedValueOnce(error)
      .mockResolvedValue(() => <p>Loaded</p>);
    const Section = lazyWithRetry(load);
    const screen = await render(<Section />);
    const failure = screen.getByText("Couldn't load this section.");
    await expect.element(failure).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    retryFailedLoads();
    await expect.poll(() => load.mock.calls.length).toBe(2);
    await expect.element(failure).toBeVisible();
    vi.advanceTimersByTime(10_000);
    await expect.element(screen.getByText('Loaded')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });
});

describe('header', () => {
  test('a menu has the pages without a link of their own, and fits windows of 1024 px', async () => {
    const { screen, url } = await renderApp('/', { lists: { '': [listedJetton(0)] }, width: 1024 });
    const header = screen.getByRole('banner');
    expect(header.element().scrollWidth).toBeLessThanOrEqual(1024);
    await header.getByRole('button', { name: 'More pages' }).click();
    for (const name of ['Charts', 'This device'])
      await expect.element(header.getByRole('link', { name })).toBeVisible();
    const paperTrades = header.getByRole('link', { name: 'Paper trades' });
    await paperTrades.click();
    await expect.poll(url).toBe('/paper');
    await expect.element(paperTrades).not.toBeInTheDocument();
  });

  test('a menu closes when the focus leaves it', async () => {
    const { screen } = await renderApp('/', { lists: { '': [listedJetton(0)] }, width: 1440 });
    const header = screen.getByRole('banner');
    await header.getByRole('button', { name: 'More pages' }).click();
    const last = header.getByRole('link', { name: 'This device' });
    await expect.element(last).toBeVisible();
    last.element().focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByRole('combobox', { name: 'Search jettons and pools' })).toHaveFocus();
    await expect.element(last).not.toBeInTheDocument();
  });

  test('shortcuts of a single key can be turned off', async () => {
    onTestFinished(() => useCharacterKeys.setState({ areOff: false }));
    const { screen } = await renderApp('/', { lists: { '': [listedJetton(0)] }, width: 1440 });
    const field = screen.getByRole('combobox', { name: 'Search jettons and pools' });
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog', { name: 'Shortcuts' });
    await dialog.getByRole('checkbox').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.keyboard('j/?');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field).not.toHaveFocus();
    useCharacterKeys.setState({ areOff: false });
    await userEvent.keyboard('/');
    await expect.element(field).toHaveFocus();
  });

  test('links and buttons that show only an icon have a tooltip', async () => {
    const { screen } = await renderApp('/', { lists: { '': [listedJetton(0)] }, width: 1024 });
    const controls = [...screen.getByRole('banner').element().querySelectorAll('a, button')];
    const icons = controls.filter((control) => control.querySelector('svg'));
    expect(icons.length).toBeGreaterThanOrEqual(8);
    expect(icons.filter((control) => !control.hasAttribute('title'))).toEqual([]);
  });
});

describe('display settings', () => {
  test('the toggle cycles through the color pairs, applies them and stores them', async () => {
    const screen = await render(<ColorToggle />);
    const risingColor = () => getComputedStyle(document.documentElement).getPropertyValue('--up');
    const colors = [risingColor()];
    for (const [current, next] of [
      ['green up, red down', 'blue up, orange down'],
      ['blue up, orange down', 'red up, green down'],
      ['red up, green down', 'green up, red down'],
    ]) {
      await screen.getByRole('button', { name: `Colors: ${current}` }).click();
      await expect.element(screen.getByRole('button', { name: `Colors: ${next}` })).toBeVisible();
      colors.push(risingColor());
    }
    expect(new Set(colors).size).toBe(3);
    expect(colors[3]).toBe(colors[0]);
    expect(localStorage.getItem('jetscope.colours')).toBe('{"pair":"green-red"}');
  });
});
