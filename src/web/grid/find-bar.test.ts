import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#contract/text.ts';
import { findRows } from './find-bar.tsx';

function row(symbol: string, name: string, userFriendly: string) {
  return { identity: { address: userFriendly, symbol, name, userFriendly, image: undefined } };
}
const rows = [
  row('NOT', 'Notcoin', 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT'),
  row('DOGS', 'Dogs', 'EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS'),
  row('СОБАКА', 'Пёс', 'EQAQXlWJvGbbFfE8F3oS8s87lIgdovS455IsWFaRdmJetTon'),
];

test.each([
  ['dog', [1]],
  ['  Coin ', [0]],
  ['собака', [2]],
  ['eq', [0, 1, 2]],
  ['ettON', [2]],
  ['', []],
  ['   ', []],
  ['dogsdogs', []],
  ['dogs dogs', []],
  ['пес', [2]],
])('"%s" finds rows %j', (query, found) => {
  expect(findRows(rows, rows.length, query)).toEqual(found);
});

test('rows beyond the count are not searched', () => {
  expect(findRows(rows, 1, 'eq')).toEqual([0]);
});

test('a row is found by any part of any of its texts, and by nothing else', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'ß', 'Σ', '1'), maxLength: 5 });
  fc.assert(
    fc.property(text, text, text, text, (symbol, name, address, query) => {
      const foldedQuery = foldText(query.trim());
      const contains = [symbol, name, address].some((part) => foldText(part).includes(foldedQuery));
      expect(findRows([row(symbol, name, address)], 1, query)).toEqual(
        contains && foldedQuery !== '' ? [0] : [],
      );
    }),
  );
});
