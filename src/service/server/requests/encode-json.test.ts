import { assert, constantFrom, dictionary, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { SerializedJson } from '#service/config/context.ts';
import { encodeJson } from './encode-json.ts';

test('the bytes equal those of JSON.stringify', () => {
  const names = constantFrom('items', 'jettons', 'addressBook', 'next');
  assert(
    property(dictionary(names, jsonValue()), (response) => {
      expect(encodeJson(response).toString()).toBe(JSON.stringify(response));
    }),
  );
});

test('undefined members are omitted', () => {
  expect(encodeJson({ next: undefined, items: [], last: undefined }).toString()).toBe('{"items":[]}');
});

test('serialized JSON is used unchanged', () => {
  const serialized = new SerializedJson('{"value": "18446744073709551616"}');
  expect(encodeJson(serialized).toString()).toBe(serialized.text);
  expect(encodeJson({ items: [serialized, serialized], name: '₮' }).toString()).toBe(
    `{"items":[${serialized.text},${serialized.text}],"name":"₮"}`,
  );
});
