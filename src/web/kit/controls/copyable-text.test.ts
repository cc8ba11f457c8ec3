import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copyable-text.tsx';

afterEach(() => void vi.unstubAllGlobals());

test('resolves with whether the text was copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await expect(copyText('a')).resolves.toBe(true);
  expect(writeText).toHaveBeenCalledWith('a');
  writeText.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
  await expect(copyText('a')).resolves.toBe(false);
});

test('fails on pages without https, which have no clipboard', async () => {
  vi.stubGlobal('navigator', {});
  await expect(copyText('a')).resolves.toBe(false);
});
