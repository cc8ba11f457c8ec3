import { beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { amountFromDecimal } from '#contract/amount.ts';
import { pricePeriods } from '#contract/enums.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { listedJetton } from '#testing/components/responses.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { jettonStatistics, type Statistics } from '#web/api/queries/single-jetton.ts';
import { ShareButton } from '#web/kit/controls/copyable-text.tsx';
import { jettonByAddress } from '#web/list/jetton-queries.ts';

describe('the share button', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    };
  });

  test('confirms each copied link for two seconds', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const screen = await render(<ShareButton />);
    const announced: (string | null)[] = [];
    const status = screen.getByRole('status').element();
    const observer = new MutationObserver(() => announced.push(status.textContent));
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    const button = screen.getByRole('button');
    await button.click();
    await expect.element(button).toHaveTextContent('Link copied');
    await button.click();
    await expect.poll(() => announced).toEqual(['Link copied', '', 'Link copied']);
    vi.advanceTimersByTime(2000);
    await expect.element(button).toHaveTextContent('Share');
    observer.disconnect();
  });

  test('keeps the message that the browser blocked copying', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const screen = await render(<ShareButton />);
    const button = screen.getByRole('button');
    await button.click();
    await expect.element(button).toHaveTextContent('Copy from the address bar');
    vi.advanceTimersByTime(2000);
    await expect.element(button).toHaveTextContent('Copy from the address bar');
  });
});

/** Statistics of a jetton whose first trade was 20 hours ago. */
function youngStatistics(): Statistics {
  const calculatedAt = '2026-01-29T07:50:00Z';
  const since = '2026-01-28T11:50:00Z';
  const byPeriod = <Value,>(value: Value) =>
    Object.fromEntries(pricePeriods.map((period) => [period, value]));
  const changes = byPeriod({ percent: 2035, calculatedAt });
  const short = { percent: -12.5 };
  const moves = {
    ...byPeriod({ percent: 2035, since }),
    min15: short,
    hour: short,
    hour6: short,
    hour12: short,
  };
  return { ton: changes, usd: changes, moves: { ton: moves, usd: moves }, traders: {} };
}

test.each(['usd', 'eur'] as const)(
  'the price changes of a young jetton fit a phone, in %s',
  async (currency) => {
    const { address, userFriendly } = listedJetton(0).identity;
    const { screen } = await renderApp(`/jetton/${userFriendly}?currency=${currency}`, {
      width: 390,
      fill: (client) => {
        const details = { ...listedJetton(0), description: '', links: [], multiplier: undefined };
        client.setQueryData(jettonByAddress(address).queryKey, details);
        const price = { price: amountFromDecimal('2'), changedAt: '2026-01-29T07:13:00.000Z' };
        client.setQueryData(jettonPrice(address, currency).queryKey, { currency: price });
        client.setQueryData(jettonStatistics(address).queryKey, youngStatistics());
      },
    });
    const changes = screen.getByRole('region', { name: 'Price changes by period' });
    await expect.element(changes.getByRole('rowheader', { name: '24h' })).toBeVisible();
    await expect.element(changes.getByRole('row', { name: /^24h/ })).toHaveTextContent(/\+2,035% 20h/);
    const { scrollWidth, clientWidth } = changes.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  },
);
