import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PageSummary } from '#service/operations/page-summary.ts';
import { examplePageSummary } from '#testing/service/page-summary.ts';
import { colors, loadCanvas } from './card-canvas.ts';
import { type CardContent, createCardContent } from './card-content.ts';
import {
  createGlyphDetector,
  fitRuns,
  measureRun,
  type Run,
  selectLegibleText,
  truncateRun,
} from './card-drawing.ts';
import { renderCard } from './render-card.ts';

const context = (await loadCanvas())(10, 10).getContext('2d');

describe('content', () => {
  const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
  const short = 'EQCQ…eCz';
  const poolAddress = `0:${'c'.repeat(64)}`;
  const now = new Date('2026-01-29T08:00:00Z');

  const ofJetton = (changes: Partial<PageSummary> = {}) =>
    createCardContent({
      summary: examplePageSummary(changes),
      nativeSymbol: 'GRAM',
      address,
      poolAddress: undefined,
      line: [1, 2],
      now,
    });
  const ofPool = (changes: Partial<PageSummary> = {}) =>
    createCardContent({
      summary: examplePageSummary(changes),
      nativeSymbol: 'GRAM',
      address,
      poolAddress,
      line: [1, 2],
      now,
    });

  test('a jetton card has the USD price first, and change, liquidity, holders and timestamp', () => {
    expect(ofJetton()).toEqual({
      pair: [['NOT', 'Notcoin', short]],
      name: ['Notcoin', short],
      exchange: undefined,
      verification: { text: 'Verified', badgeColor: 'accent' },
      warning: undefined,
      prices: [
        { prefix: '$', price: { head: '0.001842' }, unit: '' },
        { prefix: '', price: { head: '0.00068' }, unit: 'GRAM' },
      ],
      change: { direction: 'down', text: '\u22123.10', isTraded: true },
      facts: [
        { label: 'Liquidity', value: '$8.12M' },
        { label: 'Holders', value: '2,865,084' },
      ],
      timestamp: '2026-01-29 07:50 UTC',
      line: [1, 2],
    });
  });

  test('a pool card has the price in the counterpart first', () => {
    const content = ofPool({ counterpart: 'USD₮', isCounterpartNative: false, priceCounterpart: '0.0018' });
    expect(content.pair).toEqual([
      ['NOT', 'Notcoin', short],
      ['USD₮', '?'],
    ]);
    expect(content.exchange).toBe('STON.fi');
    expect(content.prices.map(({ prefix, unit }) => prefix + unit)).toEqual(['USD₮', '$', 'GRAM']);
    expect(content.facts.map(({ label }) => label)).toEqual(['Liquidity']);
    expect(ofPool().prices.map(({ prefix, unit }) => prefix + unit)).toEqual(['GRAM', '$']);
  });

  test.each<[Partial<PageSummary>, string | undefined, string | undefined]>([
    [{ verification: 'JVS_NONE' }, 'Not verified', undefined],
    [{ verification: 'JVS_SCAM' }, undefined, 'Marked as scam'],
    [{ modifiedContract: true }, 'Verified', 'Modified contract'],
    [{ verification: 'JVS_SCAM', modifiedContract: true }, undefined, 'Marked as scam · Modified contract'],
    [{ modifiedContract: null }, 'Verified', undefined],
  ])('%o is labeled %s, with the warning %s', (changes, verification, warning) => {
    const content = ofJetton(changes);
    expect({ verification: content.verification?.text, warning: content.warning }).toEqual({
      verification,
      warning,
    });
  });

  test('unknown values are omitted', () => {
    const unknown = { priceUsd: null, priceTon: null, priceCounterpart: null, changeDay: null };
    const content = ofJetton({ ...unknown, liquidityUsd: null, holdersCount: null, calculatedAt: null });
    expect(content).toMatchObject({
      prices: [],
      change: undefined,
      facts: [],
      timestamp: '2026-01-29 08:00 UTC',
    });
    expect(ofPool(unknown).prices).toEqual([]);
  });

  test('invisible characters are removed from untrusted names; the address replaces empty names', () => {
    const hostile = { symbol: 'USD\u200B\u202ET', name: '\u3164\u200B\u2800' };
    expect(ofJetton(hostile)).toMatchObject({ pair: [['USDT', short]], name: [short] });
    expect(ofJetton({ symbol: '\u2800', name: '' }).pair).toEqual([[short]]);
    const { pair, prices } = ofPool({ counterpart: '\u202Ex\u200B' });
    expect(pair[1]).toEqual(['x', '?']);
    expect(prices[0]?.unit).toBe('x');
  });

  test('a name equal to the symbol is replaced by the address', () => {
    expect(ofJetton({ name: ' NOT\u200B ' }).name).toEqual([short]);
  });
});

describe('text', () => {
  const run = (text: string): Run => ({ text, size: 40, color: '#fff', gap: 10 });

  test('text that fits is unchanged', () => {
    expect(truncateRun(context, run('Notcoin'), 400)).toEqual(run('Notcoin'));
  });

  test.each(['W'.repeat(300), 'word '.repeat(2000), 'Z\u0335\u0336\u0337'.repeat(80), '👩‍👩‍👧'.repeat(90)])(
    'longer text is truncated with an ellipsis to the available width: %s',
    (text) => {
      const truncated = truncateRun(context, run(text), 400);
      expect(measureRun(context, truncated)).toBeLessThanOrEqual(400);
      expect(measureRun(context, truncated)).toBeGreaterThan(300);
      expect(truncated.text).toMatch(/[^\s…]…$/u);
      expect(text.startsWith(truncated.text.slice(0, -1))).toBe(true);
    },
  );

  test('runs are scaled down together only if they are too wide', () => {
    const runs = [run('1,234,567,890,123'), run('TON')];
    const width = (of: readonly Run[]) => of.reduce((sum, one) => sum + measureRun(context, one), 0);
    expect(fitRuns(context, runs, 2000).map(({ size }) => size)).toEqual([40, 40]);
    expect(width(fitRuns(context, runs, 200))).toBeCloseTo(200, -1);
  });

  const isLatin = (character: string) => character < '\u0250';

  test.each([
    [['NOT', 'Notcoin'], 'NOT'],
    [['🦊 Fox', 'Parade'], '… Fox'],
    [['Fox 🦊🦊\u0335🦊'], 'Fox …'],
    [['金狗', 'Golden Dog', 'EQCQ…eCz'], 'Golden Dog'],
    [['金 狗', '犬'], '?'],
  ] as const)('%j is shown as %s if only Latin is supported', (texts, shown) => {
    expect(selectLegibleText(texts, isLatin)).toBe(shown);
  });

  test('Inter has glyphs of its scripts; no font has glyphs of noncharacters and private-use characters', async () => {
    const hasGlyph = createGlyphDetector(await loadCanvas());
    for (const character of 'NßżКїΩệ\u2212…₮')
      expect([character, hasGlyph(character)]).toEqual([character, true]);
    for (const character of ['\u{10FFFF}', '\uE123']) expect(hasGlyph(character)).toBe(false);
  });
});

describe('image', () => {
  const address = `0:${'a'.repeat(64)}`;
  const line = Array.from({ length: 43 }, (_, step) => (step < 5 ? null : 2 + Math.sin(step)));
  const content = createCardContent({
    summary: examplePageSummary(),
    nativeSymbol: 'GRAM',
    address,
    poolAddress: undefined,
    line,
    now: new Date('2026-01-29T07:50:00Z'),
  });
  const rendered = async (changes: Partial<CardContent> = {}) =>
    (await renderCard({ ...content, ...changes })).toString('base64');

  test('is a PNG of 1200 by 630', async () => {
    const image = await renderCard(content);
    expect(image.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test('every part of the content is visible', async () => {
    const original = await rendered();
    expect(await rendered()).toBe(original);
    const others: Partial<CardContent>[] = [
      { pair: [['NOTE']] },
      { pair: [['NOT'], ['GRAM']] },
      { name: ['Not a coin'] },
      { exchange: 'dedust' },
      { verification: { text: 'Verified', badgeColor: 'muted' } },
      { verification: undefined },
      { warning: 'Marked as scam' },
      { prices: [] },
      { prices: content.prices.slice(0, 1) },
      { change: undefined },
      { change: { direction: 'up', text: '+3.10', isTraded: true } },
      { change: { direction: 'down', text: '\u22123.10', isTraded: false } },
      { change: { direction: 'flat', text: '0.00', isTraded: true } },
      { facts: [] },
      { timestamp: '2026-01-29 07:51 UTC' },
      { line: [] },
      { line: line.toReversed() },
      { line: line.map(() => 1) },
    ];
    const images = await Promise.all(others.map(rendered));
    expect(new Set([original, ...images]).size).toBe(others.length + 1);
  });

  test('a name without glyphs is replaced by the next candidate', async () => {
    const unsupported = '\u{10FFFE}\u{10FFFE}';
    const pair = [[unsupported, 'EQCQ…eCz']] as const;
    expect(await rendered({ pair, name: [unsupported, 'EQCQ…eCz'] })).toBe(
      await rendered({ pair: [['EQCQ…eCz']], name: ['EQCQ…eCz'] }),
    );
  });

  describe('colors', () => {
    const tokens = readFileSync(new URL('../../web/style/tokens.css', import.meta.url), 'utf8');

    test.each(Object.entries(colors))('%s is the color of the dashboard', (name, color) => {
      const [, dark] = new RegExp(`--${name}: light-dark\\(.*, (oklch\\([^)]*\\))\\);`).exec(tokens) ?? [];
      expect(color).toBe(dark);
    });
  });
});
