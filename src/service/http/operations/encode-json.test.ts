import { assert, constantFrom, dictionary, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { SerializedJson } from '#service/service.ts';
import { encodeJson } from './encode-json.ts';

test('the bytes of an answer are those of its JSON', () => {
  const names = constantFrom('items', 'jettons', 'addressBook', 'next');
  assert(
    property(dictionary(names, jsonValue()), (answer) => {
      expect(encodeJson(answer).toString()).toBe(JSON.stringify(answer));
    }),
  );
});

test('members that are not there are left out', () => {
  expect(encodeJson({ next: undefined, items: [], last: undefined }).toString()).toBe('{"items":[]}');
});

test('what is written already passes as it is', () => {
  const written = new SerializedJson('{"value": "18446744073709551616"}');
  expect(encodeJson(written).toString()).toBe(written.text);
  expect(encodeJson({ items: [written, written], name: '₮' }).toString()).toBe(
    `{"items":[${written.text},${written.text}],"name":"₮"}`,
  );
});
