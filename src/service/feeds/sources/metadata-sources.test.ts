import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REVOKED_ADMIN, toUserFriendly } from '#contract/address.ts';
import { scriptedClient } from '#testing/feeds/scripted-client.ts';
import { createTonapiHolders, createToncenterHolders } from './holders.ts';
import { readDecimalMultiplier, toMultiplier } from './jetton-facts.ts';
import { createTonapiSource } from './tonapi.ts';
import { createToncenterSource } from './toncenter.ts';

const JETTON = `0:${'b'.repeat(64)}`;
const OTHER = `0:${'d'.repeat(64)}`;
const ADMIN = `0:${'a'.repeat(64)}`;
const ZERO = `0:${'0'.repeat(64)}`;
const signal = new AbortController().signal;

const facts = {
  address: JETTON,
  name: 'Jetton',
  symbol: 'JET',
  decimals: 6,
  image: 'https://a.example/x',
  description: 'About',
  admin: ADMIN,
  totalSupply: '123456789012345678901234567890',
  mintable: false,
  links: [
    { name: 'a.example', url: 'https://a.example', type: 'website' },
    { name: 'jet', url: 'https://t.me/jet', type: 'telegram' },
  ],
};
const links = { websites: ['a.example', '-'], social: ['https://t.me/jet'] };

describe('holders', () => {
  const bad = { reason: 'balance is not an integer' };

  test('of TonAPI have names, and the supply if it is requested', async () => {
    const holder = (owner: object, balance = '5') => ({ address: OTHER, owner, balance });
    const { client, requests } = scriptedClient(({ path }) =>
      path.endsWith('_bulk')
        ? { jettons: [{ total_supply: '99' }] }
        : {
            addresses: [
              holder({ address: ADMIN, is_wallet: true, name: 'An exchange' }),
              holder({ address: OTHER, is_wallet: false, name: 'STON.fi Dex' }, '4'),
              holder({ address: ZERO, is_wallet: false }, '3'),
              holder({ address: JETTON, is_wallet: false }, 'x'),
            ],
            total: 4,
          },
    );
    const source = createTonapiHolders(client);
    const found = await source.fetchHolders(JETTON, { withSupply: true, signal });
    expect(found).toMatchObject({ supply: '99', invalid: [bad] });
    expect(found?.holders).toEqual([
      { owner: ADMIN, balance: '5', kind: 'wallet', name: 'An exchange' },
      { owner: OTHER, balance: '4', kind: 'pool', name: 'STON.fi Dex' },
      { owner: ZERO, balance: '3', kind: 'contract', name: undefined },
    ]);
    expect(requests.map(({ path }) => path)).toEqual([`/v2/jettons/${JETTON}/holders`, '/v2/jettons/_bulk']);
  });

  test('of TON Center have kinds by the interfaces of their contracts', async () => {
    const wallet = (owner: string, balance = '5') => ({ owner: owner.toUpperCase(), balance });
    const { client, requests } = scriptedClient(() => ({
      jetton_wallets: [wallet(ADMIN), wallet(OTHER, '4'), wallet(ZERO, '3'), wallet(JETTON, '-1')],
      address_book: {
        [ADMIN.toUpperCase()]: { interfaces: ['wallet_v4r2'] },
        [OTHER.toUpperCase()]: { interfaces: ['stonfi_router_v2'] },
        [ZERO]: { interfaces: null },
      },
    }));
    const found = await createToncenterHolders(client).fetchHolders(JETTON, { withSupply: false, signal });
    expect(found).toMatchObject({ invalid: [bad] });
    expect(found?.holders).toEqual([
      { owner: ADMIN, balance: '5', kind: 'wallet' },
      { owner: OTHER, balance: '4', kind: 'pool' },
      { owner: ZERO, balance: '3', kind: undefined },
    ]);
    expect(requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      `/api/v3/jetton/wallets?jetton_address=${toUserFriendly(JETTON)}&exclude_zero_balance=true&sort=desc&limit=100`,
    ]);
  });

  test.each([
    ['TonAPI', createTonapiHolders, { addresses: [], total: 0 }],
    ['TON Center', createToncenterHolders, { jetton_wallets: [], address_book: {} }],
  ] as const)('of a token that %s does not know are unknown', async (_, create, response) => {
    const { client } = scriptedClient(() => response);
    const source = create(client);
    expect(await source.fetchHolders(JETTON, { withSupply: true, signal })).toBeUndefined();
    const missing = scriptedClient(() => undefined);
    expect(await create(missing.client).fetchHolders(JETTON, { withSupply: true, signal })).toBeUndefined();
  });
});

describe('TON Center', () => {
  const content = {
    name: 'Jetton',
    symbol: 'JET',
    decimals: '6',
    image: 'https://a.example/x',
    description: 'About',
  };
  const master = {
    address: JETTON.toUpperCase(),
    total_supply: facts.totalSupply,
    mintable: false,
    admin_address: ADMIN.toUpperCase(),
    jetton_content: content,
  };
  const info = { type: 'jetton_masters', extra: { ...links } };

  async function fetchFrom(response: unknown, addresses = [JETTON]) {
    const { client, requests } = scriptedClient(() => response);
    return { result: await createToncenterSource(client).fetchJettons(addresses, signal), requests };
  }
  const responseOf = (jetton: unknown, ...token_info: unknown[]) => ({
    jetton_masters: [jetton],
    metadata: { [JETTON.toUpperCase()]: { is_indexed: true, token_info }, unknown: null },
  });

  test('describes jettons by content on the chain', async () => {
    const { result, requests } = await fetchFrom(responseOf(master, { type: 'jetton_wallets' }, info), [
      JETTON,
      OTHER,
    ]);
    expect(result).toEqual({ jettons: [facts], claims: [], invalid: [] });
    expect(requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      `/api/v3/jetton/masters?address=${toUserFriendly(JETTON)}&address=${toUserFriendly(OTHER)}&limit=2`,
    ]);
  });

  test('describes jettons by content that it has resolved', async () => {
    const jetton_content = { uri: 'https://a.example/x.json' };
    const { decimals, ...others } = content;
    const resolved = { ...info, ...others, extra: { ...links, decimals } };
    const { result } = await fetchFrom(responseOf({ ...master, jetton_content }, resolved));
    expect(result).toEqual({ jettons: [facts], claims: [], invalid: [] });
  });

  test('does not guess what is missing', async () => {
    const { result } = await fetchFrom({ jetton_masters: [{ address: JETTON }] });
    expect(result).toEqual({ jettons: [{ address: JETTON }], claims: [], invalid: [] });
  });

  test.each([null, '', ZERO])('an admin of %j is revoked', async (admin_address) => {
    const { result } = await fetchFrom(responseOf({ ...master, admin_address }, info));
    expect(result).toEqual({ jettons: [{ ...facts, admin: REVOKED_ADMIN }], claims: [], invalid: [] });
  });

  test('prefers content on the chain', async () => {
    const other = { ...info, name: 'Other', symbol: 'OTHER', extra: { decimals: 18 } };
    const { result } = await fetchFrom(responseOf(master, other));
    expect(result.jettons).toMatchObject([{ name: 'Jetton', symbol: 'JET', decimals: 6 }]);
  });

  test('ignores links in an unexpected form', async () => {
    const { result } = await fetchFrom(responseOf(master, { ...info, extra: { websites: 'a.example' } }));
    const { links: _, ...others } = facts;
    expect(result).toEqual({ jettons: [others], claims: [], invalid: [] });
  });

  test.each([
    ['total_supply is not an integer', { total_supply: '-1' }, 'totalSupply'],
    ['admin_address is not a valid address', { admin_address: 'x' }, 'admin'],
    ['mintable must be true or false', { mintable: 1 }, 'mintable'],
    ['decimals exceeds 255', { jetton_content: { ...content, decimals: 256 } }, 'decimals'],
    ['name exceeds 1,000 characters', { jetton_content: { ...content, name: 'x'.repeat(1001) } }, 'name'],
  ])('omits and reports invalid facts: %s', async (reason, changes, omitted) => {
    const { result } = await fetchFrom(responseOf({ ...master, ...changes }, info));
    const expected = Object.entries(facts).filter(([name]) => name !== omitted);
    expect(result).toEqual({
      jettons: [Object.fromEntries(expected)],
      claims: [],
      invalid: [{ key: `jetton ${JETTON}`, reason, event: expect.anything() }],
    });
  });

  test.each([
    ['address is missing', {}],
    ['address must not be that of the native coin', { address: `0:${'0'.repeat(64)}` }],
    ['expected a JSON object', null],
  ])('reports invalid items: %s', async (reason, item) => {
    const { result } = await fetchFrom({ jetton_masters: [item, master] });
    expect(result).toMatchObject({ jettons: [{ address: JETTON }], invalid: [{ reason }] });
  });

  test('ignores jettons that were not requested', async () => {
    const { result } = await fetchFrom(responseOf(master), [OTHER]);
    expect(result).toEqual({ jettons: [], claims: [], invalid: [] });
  });
});

describe('TonAPI', () => {
  const jetton = {
    mintable: false,
    total_supply: facts.totalSupply,
    admin: { address: ADMIN, is_scam: false },
    metadata: {
      address: JETTON,
      name: 'Jetton',
      symbol: 'JET',
      decimals: '6',
      image: 'https://a.example/x',
      description: 'About',
      ...links,
    },
    verification: 'whitelist',
    holders_count: 1234,
  };

  async function fetchFrom(response: unknown) {
    const { client, requests } = scriptedClient(() => response);
    return { result: await createTonapiSource(client).fetchJettons([JETTON, OTHER], signal), requests };
  }

  test('describes jettons', async () => {
    const { result, requests } = await fetchFrom({ jettons: [jetton] });
    expect(result).toEqual({
      jettons: [{ ...facts, verification: 'JVS_VERIFIED', holdersCount: '1234' }],
      claims: [],
      invalid: [],
    });
    expect(requests).toMatchObject([{ path: '/v2/jettons/_bulk', body: { account_ids: [JETTON, OTHER] } }]);
  });

  test.each([undefined, null, { address: ZERO }])('an admin of %j is revoked', async (admin) => {
    const { result } = await fetchFrom({ jettons: [{ ...jetton, admin }] });
    expect(result).toMatchObject({ jettons: [{ address: JETTON, admin: REVOKED_ADMIN }], invalid: [] });
  });

  test.each([
    ['blacklist', 'JVS_SCAM'],
    ['graylist', 'JVS_NONE'],
    ['none', 'JVS_NONE'],
    ['something new', 'JVS_NONE'],
  ])('verification %s is %s', async (verification, expected) => {
    const { result } = await fetchFrom({ jettons: [{ ...jetton, verification }] });
    expect(result.jettons).toMatchObject([{ verification: expected }]);
  });

  test.each([
    [
      { numerator: '597968399', denominator: '597968399' },
      { numerator: 1n, denominator: 1n },
    ],
    [
      { numerator: '150', denominator: 40 },
      { numerator: 15n, denominator: 4n },
    ],
    [
      { numerator: String(2n ** 256n - 1n), denominator: String(2n ** 255n) },
      { numerator: 2n ** 256n - 1n, denominator: 2n ** 255n },
    ],
  ])('reads by how much amounts are scaled: %j', async (scaled_ui, multiplier) => {
    const { result } = await fetchFrom({ jettons: [{ ...jetton, scaled_ui }] });
    expect(result).toMatchObject({
      claims: [{ address: JETTON, source: 'tonapi', multiplier }],
      invalid: [],
    });
  });

  test.each([
    ['numerator must be greater than 0', { numerator: '0', denominator: '1' }],
    ['denominator is missing', { numerator: '1' }],
    ['the multiplier must be between', { numerator: `1${'0'.repeat(60)}`, denominator: '1' }],
    ['scaled_ui must be an object', '1.5'],
  ])('reports an invalid scale: %s', async (reason, scaled_ui) => {
    const { result } = await fetchFrom({ jettons: [{ ...jetton, scaled_ui }] });
    expect(result).toMatchObject({ jettons: [{ address: JETTON }], claims: [] });
    expect(result.invalid).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });

  test('does not guess what is missing', async () => {
    const { result } = await fetchFrom({ jettons: [{ metadata: { address: JETTON } }] });
    expect(result).toEqual({ jettons: [{ address: JETTON, links: [] }], claims: [], invalid: [] });
  });

  test('reports invalid items and facts', async () => {
    const { result } = await fetchFrom({ jettons: [{}, { ...jetton, holders_count: -1 }] });
    expect(result.jettons).toMatchObject([{ address: JETTON, decimals: 6 }]);
    expect(result.invalid).toMatchObject([
      { reason: 'metadata is missing' },
      { reason: 'holders_count is not an integer', key: `jetton ${JETTON}` },
    ]);
  });
});

describe.each([
  ['TON Center', createToncenterSource, 'jetton_masters'],
  ['TonAPI', createTonapiSource, 'jettons'],
] as const)('%s', (name, create, list) => {
  test('is not requested without addresses', async () => {
    const { client, requests } = scriptedClient(() => undefined);
    expect(await create(client).fetchJettons([], signal)).toEqual({ jettons: [], claims: [], invalid: [] });
    expect(requests).toEqual([]);
  });

  test('reports an unexpected response', async () => {
    const { client } = scriptedClient(() => ({ [list]: {} }));
    await expect(create(client).fetchJettons([JETTON], signal)).rejects.toThrow(
      `unexpected response: ${list} must be an array`,
    );
  });

  test('is checked with one jetton', async () => {
    const address = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
    const item = { address, jetton_content: { decimals: '6' }, metadata: { address, decimals: '6' } };
    const { client, requests } = scriptedClient(() => ({ [list]: [item] }));
    expect(await create(client).check(signal)).toBe(`${name}: metadata of Tether USD with 6 decimals`);
    expect(requests).toHaveLength(1);
    const empty = scriptedClient(() => ({ [list]: [] }));
    expect(await create(empty.client).check(signal)).toBe(`${name}: no metadata of Tether USD`);
    const invalid = scriptedClient(() => ({ [list]: [{ ...item, total_supply: 'x' }] }));
    expect(await create(invalid.client).check(signal)).toBe(
      `${name}: metadata of Tether USD with 6 decimals, invalid: total_supply is not an integer`,
    );
  });
});

test('a multiplier in decimal notation is the same fraction, in lowest terms', () => {
  const decimal = fc.tuple(
    fc.bigInt({ min: 1n, max: 10n ** 20n }),
    fc.nat(20),
    fc.integer({ min: -10, max: 10 }),
  );
  fc.assert(
    fc.property(decimal, ([digits, decimals, exponent]) => {
      const text = String(digits).padStart(decimals + 1, '0');
      const plain = `${text.slice(0, text.length - decimals)}.${text.slice(text.length - decimals)}`;
      const { numerator, denominator } = readDecimalMultiplier('scale', `${plain}e${exponent}`);
      const [top, bottom] = exponent < 0 ? [1n, 10n ** BigInt(-exponent)] : [10n ** BigInt(exponent), 1n];
      expect(numerator * 10n ** BigInt(decimals) * bottom).toBe(denominator * digits * top);
      expect(toMultiplier(numerator * 6n, denominator * 6n)).toEqual({ numerator, denominator });
    }),
  );
});
