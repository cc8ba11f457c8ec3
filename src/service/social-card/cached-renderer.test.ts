import { expect, test } from 'vitest';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { cacheRenderedCards } from './cached-renderer.ts';
import { type CardText, createCardText } from './card-text.ts';

function wordsOf(symbol: string): CardText {
  const card = examplePageSummary({ symbol });
  return createCardText({
    card,
    address: `0:${'a'.repeat(64)}`,
    poolAddress: undefined,
    line: [],
    now: new Date(0),
  });
}

/** Pictures that say what they show, and what was drawn so far. */
function easel(mostKept?: number) {
  const drawn: string[] = [];
  let atOnce = 0;
  const picture = cacheRenderedCards(async ({ pair }) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    const [[symbol] = ['']] = pair;
    drawn.push(symbol);
    await new Promise(setImmediate);
    atOnce -= 1;
    if (symbol === 'BAD') throw new Error('not drawn');
    return Buffer.from(symbol);
  }, mostKept);
  return { drawn, ask: async (symbol: string) => String(await picture(wordsOf(symbol))) };
}

test('whoever asks for the same gets one drawing, at once or later', async () => {
  const { drawn, ask } = easel();
  expect(await Promise.all(['A', 'B', 'A', 'A'].map(ask))).toEqual(['A', 'B', 'A', 'A']);
  expect(await ask('B')).toBe('B');
  expect(drawn).toEqual(['A', 'B']);
});

test('those asked for longest ago are forgotten', async () => {
  const { drawn, ask } = easel(2);
  for (const symbol of ['A', 'B', 'A', 'C', 'A', 'B']) await ask(symbol);
  expect(drawn).toEqual(['A', 'B', 'C', 'B']);
});

test('a failure is not kept, and stops no other', async () => {
  const { drawn, ask } = easel();
  const asked = [ask('BAD'), ask('A')];
  await expect(asked[0]).rejects.toThrow('not drawn');
  expect(await asked[1]).toBe('A');
  await expect(ask('BAD')).rejects.toThrow('not drawn');
  expect(drawn).toEqual(['BAD', 'A', 'BAD']);
});
