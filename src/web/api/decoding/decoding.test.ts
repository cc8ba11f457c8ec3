import { describe, expect, test } from 'vitest';
import { REVOKED_ADMIN, TON_ADDRESS } from '#contract/address.ts';
import { jetton, jettonMetrics } from '#contract/jetton.ts';
import { type Measure, measureIds, measureOf } from '#contract/measures.ts';
import { asAmount, asIntegerText } from '#web/api/client/fields.ts';
import { decodeActivity, decodeBuySellPeriods } from './decode-activity.ts';
import { decodeJettonDetails, decodeListedJetton, decodePreviews } from './decode-jetton.ts';
import { fieldsDecoder } from './decode-record.ts';

describe('decode record', () => {
  const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
  const samples: Readonly<Record<Measure['kind'], unknown>> = {
    sum: { value: '5', decimals: 2 },
    count: '60',
    percent: -1.5,
    time: '2026-01-29T07:50:00.000Z',
  };

  /** Returns a record with one value, and what its fields need to be valid. */
  function recordWith(path: string, value: unknown): object {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) return { changePercent: 5, address, [first]: value };
    return { metadata: { address }, [first]: recordWith(rest.join('.'), value) };
  }

  test.each(measureIds.filter((id) => measureOf(id).source))('%s is read at its path', (id) => {
    const { kind, source } = measureOf(id);
    const decode = (value: unknown) => {
      const record = { metadata: { address }, ...recordWith(source?.path ?? '', value) };
      const decoded: object =
        source?.record === 'jetton' ? (decodeListedJetton(record, []) ?? {}) : decodeActivity(record);
      return new Map(Object.entries(decoded)).get(id);
    };
    const sample = id === 'effectiveTraders' || id === 'trending' ? 41.25 : samples[kind];
    expect(decode(sample)).toEqual(id === 'trustScore' ? 60 : sample);
    for (const invalid of [undefined, null, {}, 'x', true]) expect(decode(invalid)).toBeUndefined();
  });

  test('the total of a change without a percentage is unknown', () => {
    const day = { current: '5' };
    expect(decodeActivity({ traders: { day } }).traders24h).toBeUndefined();
    expect(decodeActivity({ traders: { day: { ...day, changePercent: 0 } } }).traders24h).toBe('5');
  });

  test('fields of any other type need a decoder of their own', () => {
    expect(() => fieldsDecoder(jetton, ['verification'])).toThrow('No decoder for verification');
    expect(fieldsDecoder(jettonMetrics, ['fdmc'])(null)).toEqual({ fdmc: undefined });
  });
});

describe('decode jetton', () => {
  const trusted = ['http://127.0.0.1:8080'];
  const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

  function listed(metadata: object, rest: object = {}) {
    return decodeListedJetton({ metadata: { address, ...metadata }, ...rest }, trusted);
  }

  test('names lose invisible characters and have placeholders if empty', () => {
    expect(listed({ name: '\u202Eemas\u202C', symbol: '\u200B\u3164' })?.identity).toEqual({
      address,
      userFriendly: 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz',
      name: 'emas',
      symbol: '?',
      image: undefined,
    });
  });

  test('warnings have the name of their source, most serious first; unknown kinds are ignored', () => {
    const warnings = [
      { kind: 'taxable', source: 'a\u202Eb' },
      { kind: 'rug', source: 'stonfi' },
      null,
      { kind: 'honeypot', source: 'stonfi' },
      { kind: 'fake', source: 'x'.repeat(100) },
    ];
    expect(listed({}, { warnings })?.warnings).toEqual([
      { kind: 'honeypot', text: 'STON.fi: honeypot' },
      { kind: 'fake', text: `${'x'.repeat(40)}: fake` },
      { kind: 'taxable', text: 'ab: taxed transfers' },
    ]);
    expect(listed({}, { warnings: 'none' })?.warnings).toEqual([]);
  });

  test('missing ranges have bounds and a length; others are ignored', () => {
    const range = {
      exchangeId: 'stonfi',
      from: '2026-01-29T07:02:00Z',
      to: '2026-01-29T07:22:00Z',
      seconds: 1200,
    };
    const missing = [
      range,
      null,
      { ...range, exchangeId: 5 },
      { ...range, from: 'yesterday' },
      { ...range, to: undefined },
      { ...range, seconds: '1200' },
      { ...range, exchangeId: 'x'.repeat(100) },
    ];
    expect(listed({}, { missing })?.missing).toEqual([range, { ...range, exchangeId: 'x'.repeat(40) }]);
    expect(listed({}, { missing: 'all' })?.missing).toEqual([]);
  });

  test('multipliers have integers, if the source states them, and a bounded source', () => {
    const decoded = (multiplier: unknown) =>
      decodeJettonDetails({ metadata: { address }, multiplier }, trusted)?.multiplier;
    const since = '2026-06-01T00:00:00.000Z';
    expect(decoded({ numerator: '3', denominator: 2, source: 'tonapi', since })).toEqual({
      numerator: '3',
      denominator: '2',
      source: 'tonapi',
      since,
    });
    expect(decoded({ numerator: '1.5', denominator: null, source: 'x'.repeat(100), since: 'now' })).toEqual({
      numerator: undefined,
      denominator: undefined,
      source: 'x'.repeat(40),
      since: undefined,
    });
    expect(decoded(undefined)).toBeUndefined();
    expect(decoded('10')).toBeUndefined();
  });

  test('links are labeled with their URL instead of their untrusted name', () => {
    const links = [
      { name: 'Safe', url: 'javascript:alert(1)', type: 'website' },
      { name: 'tether.to', url: 'https://www.evil.example/claim/', type: 'website' },
      { name: 'chat', url: 'tg://resolve?domain=x', type: 'telegram' },
      { name: 'no link' },
      null,
    ];
    expect(decodeJettonDetails({ metadata: { address, links } }, trusted)?.links).toEqual([
      { href: 'https://www.evil.example/claim/', text: 'evil.example/claim' },
      { href: 'tg://resolve?domain=x', text: 'Telegram' },
    ]);
  });

  test('the on-chain image takes precedence over the off-chain image', () => {
    const offchainImage = 'https://a.example/off.png';
    expect(listed({ offchainImage })?.identity.image).toBe(offchainImage);
    const image = 'https://a.example/on.png';
    expect(listed({ image, offchainImage })?.identity.image).toBe(image);
  });

  test('has a preview URL for each color with a safe URL', () => {
    const preview = { url: 'http://127.0.0.1:8080/previews/1-dark.svg', metric: 'price', period: 'week' };
    const chartPreviews = [
      { ...preview, color: 'dark' },
      { ...preview, url: 'javascript:alert(1)', color: 'light' },
    ];
    expect(listed({}, { chartPreviews })?.previewUrls).toEqual({ dark: preview.url });
  });

  test('previews in the native coin have their own metric', () => {
    const usd = { url: 'http://127.0.0.1:8080/previews/usd.svg', metric: 'price', color: 'dark' };
    const ton = { url: 'http://127.0.0.1:8080/previews/ton.svg', metric: 'priceTon', color: 'dark' };
    for (const chartPreviews of [
      [usd, ton],
      [ton, usd],
    ])
      expect(listed({}, { chartPreviews })).toMatchObject({
        previewUrls: { dark: usd.url },
        tonPreviewUrls: { dark: ton.url },
      });
    expect(listed({}, { chartPreviews: [usd] })?.tonPreviewUrls).toEqual({});
  });

  test('previews are in the image with those of several jettons that names the jetton', () => {
    const own = { url: 'http://127.0.0.1:8080/previews/own.svg', metric: 'price', color: 'dark' };
    const shared = (metric: string, of: string) => ({
      url: `http://127.0.0.1:8080/previews/sprites/${metric}.svg?address=${of}`,
      metric,
      color: 'dark',
    });
    const others = [shared('price', TON_ADDRESS), { ...own, url: 'javascript:alert(1)' }];
    const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
    const mine = shared('price', `EQ,${friendly}`);
    const decode = (chartPreviews: unknown, chartSprites: unknown) =>
      decodeListedJetton(
        { metadata: { address }, chartPreviews },
        trusted,
        decodePreviews(chartSprites, trusted),
      );
    expect(decode([own], [...others, mine, shared('priceTon', friendly)])).toMatchObject({
      previewUrls: { dark: mine.url },
      tonPreviewUrls: { dark: shared('priceTon', friendly).url },
    });
    expect(decode([own], others)?.previewUrls).toEqual({ dark: own.url });
    expect(decode([], [mine])?.previewUrls).toEqual({});
  });

  test('a jetton needs nothing but an address', () => {
    expect(listed({})).toMatchObject({ verification: 'JVS_NONE', previewUrls: {}, price: undefined });
    expect(decodeListedJetton({ metadata: { name: 'nowhere' } }, trusted)).toBeUndefined();
    expect(decodeListedJetton({}, trusted)).toBeUndefined();
    expect(decodeListedJetton(null, trusted)).toBeUndefined();
  });

  test.each([
    [undefined, undefined],
    [{}, undefined],
    [{ address }, { address, offchainAddress: undefined, isRevoked: false }],
    [{ offchainAddress: address }, { address: undefined, offchainAddress: address, isRevoked: false }],
    [{ address: REVOKED_ADMIN }, { address: undefined, offchainAddress: undefined, isRevoked: true }],
    [
      { address: TON_ADDRESS, offchainAddress: address },
      { address: undefined, offchainAddress: address, isRevoked: true },
    ],
  ])('admin %j', (admin, decoded) => {
    expect(listed({}, { admin })?.admin).toEqual(decoded);
  });

  test('a supply without decimals is unknown', () => {
    const supply = { totalSupply: '1000', circulatingSupply: '500' };
    expect(listed({}, supply)).toMatchObject({ totalSupply: undefined, circulatingSupply: undefined });
    expect(listed({ decimals: 2 }, supply)).toMatchObject({ ...supply, decimals: 2 });
  });

  test.each([
    { price: null, trustScore: 'high', holdersCount: 1.5, verification: 'JVS_NEW' },
    { price: { value: '1' }, priceUsd: { value: '0x1', decimals: 9 }, admin: { address: 'invalid' } },
    { price: { value: '1', decimals: 1e9 }, mintable: 'yes', totalSupply: '', createdAt: 'yesterday' },
  ])('invalid values in %j are unknown', (rest) => {
    expect(listed({}, rest)).toEqual(listed({}));
  });

  test('accepts small numbers as strings and large numbers as numbers', () => {
    const price = { value: 12, decimals: '9' };
    expect(listed({ decimals: '9' }, { price, trustScore: '60', holdersCount: 70 })).toMatchObject({
      decimals: 9,
      price: { value: '12', decimals: 9 },
      trustScore: 60,
      holders: '70',
    });
  });
});

describe('decode activity', () => {
  const calculatedAt = '2026-01-29T07:50:00.000Z';
  const change = (current: unknown, changePercent: unknown = 5) => ({ current, changePercent, calculatedAt });

  test('groups total, buys and sells by period', () => {
    const sets = { total: { day: change('3') }, buy: { day: change('2', -10) }, sell: { day: change('1') } };
    expect(decodeBuySellPeriods(sets, asIntegerText)).toEqual({
      day: {
        total: { current: '3', percent: 5, calculatedAt },
        buy: { current: '2', percent: -10, calculatedAt },
        sell: { current: '1', percent: 5, calculatedAt },
      },
    });
  });

  test('missing and invalid values are absent', () => {
    const amount = { value: '5', decimals: 2 };
    const sets = {
      total: { hour: change(amount), day: change('5'), week: change(amount, 'much'), min15: change(amount) },
      buy: null,
      sell: { hour: change({ value: 'x' }) },
    };
    expect(decodeBuySellPeriods(sets, asAmount)).toEqual({
      hour: { total: { current: amount, percent: 5, calculatedAt }, buy: undefined, sell: undefined },
    });
    expect(decodeBuySellPeriods({ total: undefined, buy: undefined, sell: undefined }, asAmount)).toEqual({});
  });

  test('a total that grew from zero is new', () => {
    const hundred = (previous: unknown, current: unknown) => ({ ...change(current, 100), previous });
    const decode = (total: unknown) =>
      decodeBuySellPeriods({ total: { day: total }, buy: {}, sell: {} }, asIntegerText).day?.total.isNew;
    expect(decode(hundred('0', '7'))).toBe(true);
    expect(decode(hundred('7', '14'))).toBeUndefined();
    expect(decode(hundred('0', '0'))).toBeUndefined();
    expect(decode(change('7', 100))).toBeUndefined();
  });

  test('incomplete activity is decoded partially', () => {
    const total = { changePercent: 5, current: '4', calculatedAt };
    expect(decodeActivity({})).toEqual({ ton: {}, usd: {}, transactions: {}, traders: {}, volume: {} });
    const activity = decodeActivity({
      priceChange: { ton: { day: { changePercent: -1 }, week: {}, year: total } },
      transactions: { day: total, hour: { current: '1' }, week: { ...total, current: 'many' } },
      transactionsBuy: { day: { current: '1' } },
      traders: { day: { ...total, current: '0' } },
      tradersBuy: { day: { current: '0' } },
      volume: { usd: { day: { ...total, current: { value: '400', decimals: 2 } } }, buyUsd: null },
    });
    expect(activity).toEqual({
      ton: { day: { percent: -1, calculatedAt: undefined } },
      tonPriceChangeDay: -1,
      transactions24h: '4',
      traders24h: '0',
      volume24h: { value: '400', decimals: 2 },
      usd: {},
      transactions: { day: { current: '4', percent: 5, calculatedAt, buyShare: 0.25 } },
      traders: { day: { current: '0', percent: 5, calculatedAt } },
      volume: { day: { current: { value: '400', decimals: 2 }, percent: 5, calculatedAt } },
    });
  });
});
