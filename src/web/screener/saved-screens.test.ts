import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { cleanName } from '#web/kit/device/names.ts';
import { defaultScreen, parseScreen, serializeScreen } from '#web/list/list-state.ts';
import { presetScreen, presets } from './preset-links.tsx';
import {
  MAX_SCREENS,
  mergeScreens,
  parseScreenFile,
  type SavedScreen,
  serializeScreenFile,
} from './screen-file.ts';

describe('saved screens', () => {
  const one = { name: 'One', query: '?sort=fdmc' };

  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('addEventListener', () => undefined);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('saves, renames and removes screens by name', async () => {
    const { removeScreen, renameScreen, saveScreens, useSavedScreens } = await import('./saved-screens.ts');
    const saved = () => useSavedScreens.getState().screens.map(({ name, query }) => name + query);
    saveScreens([one, { name: 'Two', query: '' }]);
    expect(saved()).toEqual(['One?sort=fdmc', 'Two']);
    saveScreens([{ ...one, query: '?sort=tvl' }]);
    expect(saved()).toEqual(['One?sort=tvl', 'Two']);
    renameScreen('One', 'Two');
    expect(saved()).toEqual(['Two?sort=tvl']);
    renameScreen('Two', 'Two');
    expect(saved()).toEqual(['Two?sort=tvl']);
    renameScreen('Gone', 'Two');
    removeScreen('Two');
    expect(saved()).toEqual([]);
  });

  test('stored screens are read one by one', async () => {
    const stored = [one, { name: 'On\u202Ee', query: '' }, { name: 'Two', query: 'nonsense' }, null, one];
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ screens: stored }) });
    const { useSavedScreens } = await import('./saved-screens.ts');
    expect(useSavedScreens.getState()).toEqual({ screens: [one] });
  });
});

describe('screen file', () => {
  const names = fc
    .string({ unit: 'grapheme', maxLength: 80 })
    .map(cleanName)
    .filter((name) => name !== undefined);
  const queries = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters({ size: 'small' }).map((text) => `?${text}`),
  );
  const screens = fc.uniqueArray(fc.record({ name: names, query: queries }), {
    selector: ({ name }) => name,
    maxLength: 20,
  });

  test('export and import are inverse', () => {
    fc.assert(
      fc.property(screens, (list) => {
        expect(parseScreenFile(serializeScreenFile(list))).toEqual(list);
      }),
    );
  });

  test('cleaned names are one visible line, and cleaning is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = cleanName(text);
        if (name === undefined) return;
        expect(cleanName(name)).toBe(name);
        expect([...name].length).toBeLessThanOrEqual(60);
      }),
    );
    expect(['', '  ', '\u200B', ' My\tscreen '].map(cleanName)).toEqual([
      undefined,
      undefined,
      undefined,
      'My screen',
    ]);
  });

  const file = (list: unknown, more: object = {}) =>
    JSON.stringify({ format: 'jetscope screens', version: 1, screens: list, ...more });
  const one = { name: 'One', query: '?sort=fdmc' };

  describe('rejects invalid files', () => {
    test.each([
      ['not JSON', 'screens'],
      ['null', 'null'],
      ['a bare list', JSON.stringify([one])],
      ['another format', file([one], { format: 'others' })],
      ['a later version', file([one], { version: 2 })],
      ['no list', file({ 0: one })],
      ['no name', file([one, { query: '' }])],
      ['an empty name', file([{ ...one, name: '' }])],
      ['a name with invisible characters', file([{ ...one, name: 'On\u202Ee' }])],
      ['a long name', file([{ ...one, name: 'x'.repeat(61) }])],
      ['a duplicate name', file([one, one])],
      ['an absolute URL', file([{ ...one, query: 'https://example.com/' }])],
      ['a query with two lines', file([{ ...one, query: '?a\nb' }])],
      ['a huge query', file([{ ...one, query: `?${'x'.repeat(10_000)}` }])],
      [
        'too many screens',
        file(Array.from({ length: MAX_SCREENS + 1 }, (_, at) => ({ name: `${at}`, query: '' }))),
      ],
    ])('%s', (_, text) => {
      expect(parseScreenFile(text)).toBeUndefined();
    });

    test('ignores unknown fields', () => {
      expect(parseScreenFile(file([{ ...one, icon: 'x' }], { by: 'me' }))).toEqual([one]);
    });
  });

  test('merging replaces screens with the same name in place', () => {
    fc.assert(
      fc.property(screens, screens, (existing, imported) => {
        const merged = mergeScreens(existing, imported);
        const queryOf = (list: readonly SavedScreen[], name: string) =>
          list.find((screen) => screen.name === name)?.query;
        const all = [...existing, ...imported].map(({ name }) => name);
        expect(merged.screens.map(({ name }) => name)).toEqual([...new Set(all)]);
        for (const { name, query } of merged.screens) {
          expect(query).toBe(queryOf(imported, name) ?? queryOf(existing, name));
        }
        expect(merged.screens.length - existing.length).toBe(merged.added);
        expect(mergeScreens(merged.screens, imported)).toEqual({
          ...merged,
          added: 0,
          replaced: 0,
          skipped: 0,
        });
      }),
    );
  });

  test('counts screens beyond the maximum', () => {
    const full = Array.from({ length: MAX_SCREENS }, (_, at) => ({ name: `${at}`, query: '' }));
    expect(mergeScreens(full, [{ name: '5', query: '?a=1' }, one])).toEqual(
      expect.objectContaining({ added: 0, replaced: 1, skipped: 1 }),
    );
    expect(mergeScreens(full, [one]).screens).toEqual(full);
  });
});

describe('preset links', () => {
  test('presets have short links', () => {
    const links = presets.map((preset) => [
      preset.id,
      stringifyQuery(serializeScreen(presetScreen(preset, defaultScreen))),
    ]);
    expect(Object.fromEntries(links)).toEqual({
      new: '?sort=createdAt',
      volume: '',
      trending: '?sort=trending&trending.min=1',
      gainers: '?sort=tonPriceChangeDay&liquidity.usd.min.value=10000',
      losers: '?sort=tonPriceChangeDay&order=asc&liquidity.usd.min.value=10000',
      traded: '?sort=transactions24h',
      trusted: '?sort=trustScore',
    });
  });

  test.each([
    ['hour', 'tonPriceChangeHour'],
    ['month', 'tonPriceChangeMonth'],
    // Lists cannot be sorted by changes over these periods.
    ['min15', 'tonPriceChangeMin15'],
    ['hour12', 'tonPriceChangeHour12'],
  ] as const)('gainers and losers over %s are sorted by %s', (period, sort) => {
    const sortOf = (id: string) =>
      presets
        .filter((one) => one.id === id)
        .map((preset) => presetScreen(preset, { ...defaultScreen, period }).filter.sort);
    expect([sortOf('gainers'), sortOf('losers'), sortOf('volume')]).toEqual([[sort], [sort], ['volume24h']]);
  });

  test.each(presets)('$label keeps only the currency and columns', (preset) => {
    const from = { ...defaultScreen, minimum: '5', currency: 'eur', columns: ['price'] } as const;
    const screen = presetScreen(preset, from);
    expect(screen).toEqual({ filter: preset.filter, currency: 'eur', columns: ['price'] });
    const { screen: parsed, ignored } = parseScreen(parseQuery(stringifyQuery(serializeScreen(screen))));
    expect([parsed, ignored]).toEqual([screen, []]);
  });
});
