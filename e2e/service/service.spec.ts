import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

test('the service is healthy', async ({ page }) => {
  const response = await page.goto('/healthz');
  expect(response?.status()).toBe(200);
});

test('the initial chunks are marked for eager compilation', () => {
  const assets = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
  const names = readdirSync(assets);
  for (const chunk of ['index', 'react', 'app']) {
    const found = names.filter((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));
    expect(found, chunk).toHaveLength(1);
    for (const name of found)
      expect(readFileSync(assets + name, 'utf8'), name).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

test('precompressed files match their originals', () => {
  const assets = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
  const names = readdirSync(assets);
  for (const [end, unpacked] of [
    ['.br', brotliDecompressSync],
    ['.gz', gunzipSync],
  ] as const) {
    const packed = names.filter((name) => name.endsWith(end));
    expect(packed.some((name) => name.startsWith('app-'))).toBe(true);
    for (const name of packed)
      expect(unpacked(readFileSync(assets + name)), name).toEqual(
        readFileSync(assets + name.slice(0, -end.length)),
      );
  }
});
