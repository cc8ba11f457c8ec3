import fc from 'fast-check';
import { expect, test } from 'vitest';
import { additionalFilters } from '#contract/measures.ts';
import { filterTextOf, rangeIds, textOf } from '#web/list/measure-texts.ts';
import { applyCompletion, completionAt } from './completion.ts';
import { parseQueryText } from './parse-query.ts';

/** `|` marks the caret. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const completion = completionAt(text, caret);
  return { text, completion, candidates: completion.candidates };
}
const offered = (marked: string) => at(marked).candidates.map(({ insert, label }) => `${insert} ${label}`);

test.each<[string, string[]]>([
  ['li|', ['liq>= Liquidity, USD']],
  ['dogs ver|', ['verified Verified', 'community Community verified', 'unverified Not verified']],
  [
    '1|',
    [
      '1h>= 1h change in GRAM, %',
      '24h>= 24h change in GRAM, %',
      '7d>= 7d change in GRAM, %',
      '15m>= 15m change, and sort by it',
      '12h>= 12h change, and sort by it',
      'top10<= Top 10 holders, %',
    ],
  ],
  ['VOL|', ['volume>= 24h volume, USD']],
  ['ag|', ['age< Age (m, h, d or w)']],
  ['new|', ['new Newest first']],
  [
    'tr|',
    [
      'tx>= 24h transactions',
      'traders>= 24h traders',
      'trust>= Trust score',
      'trending>= Trending',
      'traded: Traded in',
      'effective>= Effective traders',
    ],
  ],
  ['traded:1|', ['traded:15m Traded in 15m', 'traded:1h Traded in 1h', 'traded:12h Traded in 12h']],
  ['age<|', ['age<1h Age < 1h', 'age<1d Age < 1d', 'age<7d Age < 7d', 'age<30d Age < 30d']],
  ['age<3|', ['age<3m Age < 3m', 'age<3h Age < 3h', 'age<3d Age < 3d', 'age<3w Age < 21d']],
  ['-|', ['-scam Scams hidden', '-warned Warnings hidden']],
  ['xyz|', []],
  ['"li|', []],
  [
    'liq>|',
    [
      'liq>10k Liquidity > $10k',
      'liq>50k Liquidity > $50k',
      'liq>100k Liquidity > $100k',
      'liq>1M Liquidity > $1M',
    ],
  ],
  [
    'liq > 5|',
    [
      'liq > 5 Liquidity > $5',
      'liq > 5k Liquidity > $5k',
      'liq > 5M Liquidity > $5M',
      'liq > 5B Liquidity > $5B',
    ],
  ],
  ['liq:50k..1|', ['liq:50k..1M Liquidity $50k to $1M', 'liq:50k..1B Liquidity $50k to $1B']],
  ['24h<-3|', ['24h<-3 24h change in GRAM < −3%']],
  ['trust>6|0', ['trust>6 Trust ≥ 7']],
  ['top10<=3|', ['top10<=3 Top 10 holders ≤ 3%']],
  [
    'volume>2|',
    [
      'volume>2 24h volume > $2',
      'volume>2k 24h volume > $2k',
      'volume>2M 24h volume > $2M',
      'volume>2B 24h volume > $2B',
    ],
  ],
  ['liq>x|', []],
  ['li|q>50k', []],
  [
    'sort:t|',
    [
      'sort:tvl TVL',
      'sort:trust Trust score',
      'sort:traders 24h traders',
      'sort:transactions 24h transactions',
      'sort:trending Trending',
      'sort:top10 Top 10 holders',
    ],
  ],
  ['by:24|', ['by:24h 24h change']],
  ['order:|', ['order:asc lowest first', 'order:desc highest first']],
  ['status:verified,a|', ['status:verified,approved Approved']],
  ['admin:E|', []],
])('%s offers %j', (marked, candidates) => {
  expect(offered(marked)).toEqual(candidates);
});

test('offers the filters of the service', () => {
  const unsupported = new Set(additionalFilters);
  const names = (text: string) =>
    completionAt(text, text.length, unsupported).candidates.map(({ insert, label }) => `${insert} ${label}`);
  expect(names('vol')).toEqual(['volume>= 24h volume, and sort by it']);
  expect(names('ag')).toEqual([]);
  expect(names('-w')).toEqual([]);
  expect(names('mc')).toEqual([]);
  expect(names('volume>2k')).toEqual(['volume>2k 24h volume > $2k']);
});

test('offers all starters between tokens', () => {
  const ranges = rangeIds.map((id) => `${textOf(id).names[0]}${filterTextOf(id).sign ?? '>='}`);
  const minimums = ['15m>=', '12h>=', '30d>='];
  const words = ['new', 'verified', 'community', 'approved', 'unverified', 'scam', '-scam', '-warned'];
  const keys = ['traded:', 'sort:', 'order:', 'min:', 'admin:', 'address:'];
  const inserted = at('|').candidates.map(({ insert }) => insert);
  expect(inserted).toEqual([...ranges, ...minimums, ...words, ...keys]);
  expect(offered('| dogs')).toEqual(offered('|'));
  expect(offered('dogs |')).toEqual(offered('|'));
});

test('a candidate replaces the token and moves the caret after it', () => {
  const first = (marked: string) => {
    const { text, completion, candidates } = at(marked);
    const [candidate] = candidates;
    if (!candidate) throw new Error('no candidates');
    const { text: written, caret } = applyCompletion(text, completion, candidate);
    return `${written.slice(0, caret)}|${written.slice(caret)}`;
  };
  expect(first('dogs li| trust>5')).toBe('dogs liq>=| trust>5');
  expect(first('liq>1|0k')).toBe('liq>1 |');
  expect(first('verif| dogs')).toBe('verified| dogs');
});

const beginnings = [
  '',
  'l',
  'liq>',
  'liq:5..',
  '24h<-',
  'trust=6',
  'vol',
  'volume>1',
  'sort:',
  'is:',
  'min:',
  'scam',
];
const beginning = fc.constantFrom(...beginnings);
test('complete candidates have no problems', () => {
  fc.assert(
    fc.property(beginning, fc.constantFrom('', 'dogs '), fc.nat(), (token, before, index) => {
      const text = before + token;
      const completion = completionAt(text, text.length);
      const complete = completion.candidates.filter((candidate) => candidate.isComplete);
      const candidate = complete[index % Math.max(complete.length, 1)];
      if (!candidate) return;
      const { text: written, caret } = applyCompletion(text, completion, candidate);
      expect(parseQueryText(written).problems).toEqual([]);
      expect(caret).toBe(written.length);
    }),
  );
});

test('the completed range is within the text and contains the caret', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, where) => {
      const caret = where % (text.length + 1);
      const { start, end } = completionAt(text, caret);
      expect(start <= caret && caret <= end && end <= text.length).toBe(true);
    }),
  );
});
