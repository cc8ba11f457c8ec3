import { Address } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { spellings, tonAddress } from '#testing/requests/generated-inputs.ts';
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

test.each(vectors)('%s both ways', (friendly, raw) => {
  expect(parseAddress(friendly)).toBe(raw);
  expect(toUserFriendly(raw)).toBe(friendly);
});

test('every spelling of @ton/core reads as the raw form', () => {
  fc.assert(
    fc.property(tonAddress, (address) => {
      expect(spellings.map((spell) => parseAddress(spell(address)))).toEqual(
        spellings.map(() => address.toRawString()),
      );
    }),
  );
});

test('the user-friendly form is that of @ton/core', () => {
  fc.assert(
    fc.property(tonAddress, (address) => {
      expect(toUserFriendly(address.toRawString())).toBe(address.toString());
    }),
  );
});

test('a letter changed anywhere in a user-friendly form is refused', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  fc.assert(
    fc.property(tonAddress, fc.nat(47), fc.constantFrom(...letters), (address, at, letter) => {
      const friendly = address.toString();
      fc.pre(friendly[at] !== letter);
      expect(parseAddress(friendly.slice(0, at) + letter + friendly.slice(at + 1))).toBeUndefined();
    }),
  );
});

test('what is read, @ton/core reads the same', () => {
  const nearly = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.base64String({ minLength: 48, maxLength: 48 }),
    fc.stringMatching(/^-?\d{1,4}:[0-9a-fA-Fg]{62,66}$/),
  );
  fc.assert(
    fc.property(nearly, (text) => {
      const raw = parseAddress(text);
      expect(raw === undefined || raw === Address.parse(text).toRawString()).toBe(true);
    }),
  );
});

const { hash } = Address.parseRaw(vectors[0][1]);
const hex = hash.toString('hex');

test.each([
  ['nothing', ''],
  ['a test-network form', new Address(0, hash).toString({ testOnly: true })],
  ['63 digits', `0:${hex.slice(1)}`],
  ['65 digits', `0:0${hex}`],
  ['no workchain', hex],
  ['workchain 128', `128:${hex}`],
  ['workchain -129', `-129:${hex}`],
  ['workchain -0', `-0:${hex}`],
  ['workchain 00', `00:${hex}`],
  ['a space in front', ` 0:${hex}`],
  ['a line break behind', `0:${hex}\n`],
  ['47 letters', vectors[0][0].slice(1)],
  ['padding', `${vectors[0][0].slice(0, 46)}==`],
  ['a letter of no alphabet', `${vectors[0][0].slice(0, 47)}!`],
])('%s is no address', (_, text) => {
  expect(parseAddress(text)).toBeUndefined();
  expect(z.safeParse(addressInput, text).success).toBe(false);
});

test('TON is the all-zero address', () => {
  expect(parseAddress('EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c')).toBe(TON_ADDRESS);
});
