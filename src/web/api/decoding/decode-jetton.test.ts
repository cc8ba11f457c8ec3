import { expect, test } from 'vitest';
import { REVOKED_ADMIN, TON_ADDRESS } from '#contract/address.ts';
import { decodeJettonDetails, decodeListedJetton, decodePreviews } from './decode-jetton.ts';

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
