import { expect, test } from 'vitest';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { cacheRenderedCards } from './cached-renderer.ts';
import { type CardContent, createCardContent } from './card-content.ts';

function contentOf(symbol: string): CardContent {
  const summary = examplePageSummary({ symbol });
  return createCardContent({
    summary,
    nativeSymbol: 'GRAM',
    address: `0:${'a'.repeat(64)}`,
    poolAddress: undefined,
    line: [],
    now: new Date(0),
  });
}

/** A cache whose images contain the symbol, and the symbols rendered so far. */
function createCache(maxCached?: number) {
  const rendered: string[] = [];
  let concurrent = 0;
  const render = cacheRenderedCards(async ({ pair }) => {
    concurrent += 1;
    expect(concurrent).toBe(1);
    const [[symbol] = ['']] = pair;
    rendered.push(symbol);
    await new Promise(setImmediate);
    concurrent -= 1;
    if (symbol === 'BAD') throw new Error('not rendered');
    return Buffer.from(symbol);
  }, maxCached);
  return { rendered, get: async (symbol: string) => String(await render(contentOf(symbol))) };
}

test('equal content is rendered once, for concurrent and later requests', async () => {
  const { rendered, get } = createCache();
  expect(await Promise.all(['A', 'B', 'A', 'A'].map(get))).toEqual(['A', 'B', 'A', 'A']);
  expect(await get('B')).toBe('B');
  expect(rendered).toEqual(['A', 'B']);
});

test('the least recently used images are evicted', async () => {
  const { rendered, get } = createCache(2);
  for (const symbol of ['A', 'B', 'A', 'C', 'A', 'B']) await get(symbol);
  expect(rendered).toEqual(['A', 'B', 'C', 'B']);
});

test('an error is not cached and does not affect other images', async () => {
  const { rendered, get } = createCache();
  const images = [get('BAD'), get('A')];
  await expect(images[0]).rejects.toThrow('not rendered');
  expect(await images[1]).toBe('A');
  await expect(get('BAD')).rejects.toThrow('not rendered');
  expect(rendered).toEqual(['BAD', 'A', 'BAD']);
});
