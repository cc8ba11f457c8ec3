import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ShareButton } from './jetton-header.tsx';

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
