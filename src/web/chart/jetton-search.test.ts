import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { currencies } from '#contract/enums.ts';
import { addressFormats, tonAddress } from '#testing/requests/generated-inputs.ts';
import { canonicalJettonLink, parseJettonSearch } from './jetton-search.ts';

const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const raw = '0:906697A57AF1CDB1BC39214B7049AE02B3C92A5B0C342AC61E0EB8BD9304B5F1';

test.each([
  [{ currency: 'eur' }, { currency: 'eur' }],
  [{ currency: 'usd' }, { currency: 'usd' }],
  [{ currency: 'EUR', period: '24h' }, { period: '24h' }],
  [{ period: '15m', range: '30d' }, { range: '30d' }],
  [{ range: '2d', period: ['1h', '6h'] }, {}],
  [
    { exchangeId: 'stonfi', counterpart: raw, poolAddress: friendly },
    { exchangeId: 'stonfi', counterpart: friendly, poolAddress: friendly },
  ],
  [{ exchangeId: '', counterpart: 'x', poolAddress: [friendly, friendly] }, {}],
  [{ market: friendly, limit: '3' }, {}],
  [
    { side: 'buy', size: '1000', trader: raw },
    { side: 'buy', size: '1000', trader: friendly },
  ],
  [{ side: 'TT_BUY', size: '5', trader: 'x' }, {}],
])('%j is parsed as %j', (query, search) => {
  expect(parseJettonSearch(query)).toEqual(search);
});

test('redirects every form of an address to the bounceable form', () => {
  fc.assert(
    fc.property(tonAddress, fc.constantFrom(...addressFormats), (address, format) => {
      const canonical = toUserFriendly(address.toRawString());
      const link = canonicalJettonLink({ address: format(address), search: {} }, 'usd');
      expect(link).toEqual(format(address) === canonical ? undefined : { address: canonical, search: {} });
    }),
  );
});

test('removes invalid parameters, and keeps their order', () => {
  const canonical = { address: friendly, search: { period: '1h' } };
  expect(canonicalJettonLink({ address: friendly, search: { colour: 'red', period: '1h' } }, 'usd')).toEqual(
    canonical,
  );
  const search = { range: '7d', period: '1h' };
  expect(canonicalJettonLink({ address: friendly, search }, 'usd')).toBeUndefined();
});

test('does not redirect invalid addresses', () => {
  expect(canonicalJettonLink({ address: 'nonsense', search: {} }, 'usd')).toBeUndefined();
});

test('adds the stored currency to links without a currency', () => {
  const others = currencies.filter((code) => code !== 'usd');
  fc.assert(
    fc.property(fc.constantFrom(...others), fc.constantFrom(...currencies), (stored, linked) => {
      const search = { period: '1h' };
      expect(canonicalJettonLink({ address: friendly, search }, stored)).toEqual({
        address: friendly,
        search: { ...search, currency: stored },
      });
      expect(
        canonicalJettonLink({ address: friendly, search: { currency: linked } }, stored),
      ).toBeUndefined();
    }),
  );
});
