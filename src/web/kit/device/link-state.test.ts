import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createLink,
  listParameter,
  oneOf,
  parameter,
  parseLink,
  parseQuery,
  type Query,
  replacesEntry,
  stringifyQuery,
} from './link-state.ts';

describe('link state', () => {
  interface State {
    readonly color: 'red' | 'blue';
    readonly size?: number | undefined;
    readonly tags: readonly string[];
  }

  const parseDigits = (text: string) => (/^\d$/.test(text) ? Number(text) : undefined);
  const colors = ['red', 'blue'] as const;
  const parts = {
    color: parameter<State['color']>('color', oneOf(colors), 'red'),
    size: { ...parameter<State['size']>('size', parseDigits, undefined), isHistoryStep: false },
    tags: listParameter('tag', (text) => text.toLowerCase() || undefined, 2),
  };
  const link = createLink<State>(parts);

  function parse(text: string) {
    return parseLink(link, parseQuery(text));
  }

  test('serializing and parsing are inverse', () => {
    const states = fc.record<State>({
      color: fc.constantFrom(...colors),
      size: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(parse(stringifyQuery(link.serialize(state)))).toEqual({ state, ignored: [] });
      }),
    );
  });

  test('links omit default values and have their parameters in the order of the parts', () => {
    expect(link.serialize({ color: 'red', tags: [] })).toEqual({});
    expect(stringifyQuery(link.serialize({ tags: ['b', 'a'], size: 0, color: 'blue' }))).toBe(
      '?color=blue&size=0&tag=b&tag=a',
    );
  });

  test.each([
    ['color=green&size=12&other=1', {}, ['other', 'color', 'size']],
    ['color=blue&color=blue', {}, ['color']],
    ['size=&tag=&tag=A&tag=a', { tags: ['a'] }, ['size', 'tag']],
    ['tag=a&tag=b&tag=c', { tags: ['a', 'b'] }, ['tag']],
    ['__proto__=1&constructor=2', {}, ['__proto__', 'constructor']],
  ])('%s: reports ignored parameters', (text, changes, ignored) => {
    expect(parse(text)).toEqual({ state: { color: 'red', tags: [], ...changes }, ignored });
  });

  test('a part without names takes the parameters of no other part', () => {
    const nested = createLink<{ readonly link: State; readonly rest: Query }>({
      link,
      rest: { parse: (query) => query as Query, serialize: (query) => query },
    });
    const query = { color: 'blue', tag: ['a', 'b'], other: '1' };
    expect(nested.parse(query)).toEqual({
      link: { color: 'blue', tags: ['a', 'b'] },
      rest: { other: '1' },
    });
    expect(nested.serialize(nested.parse(query))).toEqual(query);
  });

  test('a change replaces the history entry if all changed parts do', () => {
    const state: State = { color: 'red', size: 1, tags: [] };
    expect(replacesEntry(link, state, { ...state, size: 2 })).toBe(true);
    expect(replacesEntry(link, state, { ...state, size: undefined })).toBe(true);
    expect(replacesEntry(link, state, { ...state, size: 2, color: 'blue' })).toBe(false);
    expect(replacesEntry(link, state, { ...state, tags: ['a'] })).toBe(false);
    expect(replacesEntry(link, state, { ...state })).toBe(false);
  });
});

describe('query string', () => {
  const key = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('__proto__', 'constructor', 'liquidity.usd.min.value'),
  );
  const text = fc.string({ unit: 'grapheme' });
  const queries = fc
    .array(fc.tuple(key, fc.oneof(text, fc.array(text, { minLength: 2 }))))
    .map((entries) => Object.fromEntries(entries));

  test('serializing and parsing a query are inverse', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(Object.entries(parseQuery(stringifyQuery(query)))).toEqual(Object.entries(query));
      }),
    );
  });

  test('keeps all digits and omits absent values', () => {
    expect(parseQuery('?holders.min=9223372036854775807&sort=')).toEqual({
      'holders.min': '9223372036854775807',
      sort: '',
    });
    expect(stringifyQuery({ sort: undefined, admin: ['a', 'b'] })).toBe('?admin=a&admin=b');
    expect(stringifyQuery({})).toBe('');
  });
});
