import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['-3.5', '-3.5'],
  ['-0.00000012', '-0.00000012'],
  ['12', '12'],
  ['$CROW', '$CROW'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('%s', (cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});

test('undefined cells are empty', () => {
  expect(csvRow(['a', undefined, 'b'])).toBe('a,,b\r\n');
});

test('cells are preserved except for an apostrophe, and none is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), (cells) => {
      const [parsed]: string[][] = parse(csvRow(cells), { relax_column_count: true });
      expect(parsed?.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(
        cells,
      );
      for (const cell of parsed ?? []) expect(cell).not.toMatch(/^[=+@]|^-(?!\d+(\.\d+)?$)/);
    }),
  );
});
