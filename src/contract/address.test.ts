import { Address } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import { parseAddress, TON_ADDRESS, toUserFriendly } from './address.ts';
import { addressInput } from './address-schemas.ts';

const vectors = [
  [
    'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz',
    '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1',
  ],
  [
    'EQBYsz1HIQdap8acCZZJsNlySx4riy9IqfNC66a8NWU5igPZ',
    '0:58b33d4721075aa7c69c099649b0d9724b1e2b8b2f48a9f342eba6bc3565398a',
  ],
] as const;

test.each(vectors)('converts %s in both directions', (friendly, raw) => {
  expect(parseAddress(friendly)).toBe(raw);
  expect(toUserFriendly(raw)).toBe(friendly);
});

test('parses every form that @ton/core formats', () => {
  fc.assert(
    fc.property(tonAddress, (address) => {
      expect(addressFormats.map((format) => parseAddress(format(address)))).toEqual(
        addressFormats.map(() => address.toRawString()),
      );
    }),
  );
});

test('parses addresses whose + was not encoded in a query', () => {
  const withPlus = tonAddress
    .map((address) => [address.toRawString(), address.toString({ urlSafe: false })] as const)
    .filter(([, base64]) => base64.includes('+'));
  fc.assert(
    fc.property(withPlus, ([raw, base64]) => {
      const decoded = new URLSearchParams(`address=${base64}`).get('address') ?? '';
      expect(decoded).toContain(' ');
      expect(parseAddress(decoded)).toBe(raw);
    }),
  );
});

test('formats the same user-friendly form as @ton/core', () => {
  fc.assert(
    fc.property(tonAddress, (address) => {
      expect(toUserFriendly(address.toRawString())).toBe(address.toString());
    }),
  );
});

test('rejects a user-friendly form with any single character changed', () => {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  fc.assert(
    fc.property(tonAddress, fc.nat(47), fc.constantFrom(...characters), (address, index, character) => {
      const friendly = address.toString();
      fc.pre(friendly[index] !== character);
      const changed = friendly.slice(0, index) + character + friendly.slice(index + 1);
      expect(parseAddress(changed)).toBeUndefined();
    }),
  );
});

test('agrees with @ton/core on every text that it parses', () => {
  const almostAddress = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.base64String({ minLength: 48, maxLength: 48 }),
    fc.stringMatching(/^-?\d{1,4}:[0-9a-fA-Fg]{62,66}$/),
  );
  fc.assert(
    fc.property(almostAddress, (text) => {
      const raw = parseAddress(text);
      expect(raw === undefined || raw === Address.parse(text).toRawString()).toBe(true);
    }),
  );
});

const { hash } = Address.parseRaw(vectors[0][1]);
const hex = hash.toString('hex');

test.each([
  ['empty text', ''],
  ['a testnet address', new Address(0, hash).toString({ testOnly: true })],
  ['63 digits', `0:${hex.slice(1)}`],
  ['65 digits', `0:0${hex}`],
  ['a missing workchain', hex],
  ['workchain 128', `128:${hex}`],
  ['workchain -129', `-129:${hex}`],
  ['workchain -0', `-0:${hex}`],
  ['workchain 00', `00:${hex}`],
  ['a leading space', ` 0:${hex}`],
  ['a trailing line break', `0:${hex}\n`],
  ['47 characters', vectors[0][0].slice(1)],
  ['padding', `${vectors[0][0].slice(0, 46)}==`],
  ['a character outside base64', `${vectors[0][0].slice(0, 47)}!`],
])('rejects %s', (_, text) => {
  expect(parseAddress(text)).toBeUndefined();
  expect(z.safeParse(addressInput, text).success).toBe(false);
});

test('parses the all-zero address as TON', () => {
  expect(parseAddress('EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c')).toBe(TON_ADDRESS);
});
