import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecords } from './csv-rows.ts';

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

async function* chunksOf(text: string, length: number) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function recordsOf(text: string, chunkLength = 7): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const batch of csvRecords('swaps.csv', chunksOf(text, chunkLength))) {
    while (batch.next()) {
      const cells = Array.from({ length: batch.cellCount }, (_, cell) => batch.text(cell));
      records.push({ line: batch.line, cells });
    }
  }
  return records;
}

const cell = fc.string({ unit: fc.constantFrom('a', '0', ' ', '₮', '-', ';') });
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }));
const chunkLength = fc.integer({ min: 1, max: 40 });

test('returns the same cells as csv-parse without quotes', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), chunkLength, async (rows, end, length) => {
      const text = rows.map((cells) => cells.join(',')).join(end);
      const expected = parse(text, {
        relax_column_count: true,
        skip_empty_lines: true,
        record_delimiter: end,
      });
      expect((await recordsOf(text, length)).map(({ cells }) => cells)).toEqual(expected);
    }),
  );
});

test('returns the same cells as csv-parse with quotes', async () => {
  const quoted = fc.array(
    fc.array(
      fc.oneof(
        cell,
        cell.map((text) => `"${text},""\n"`),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  );
  await fc.assert(
    fc.asyncProperty(table, quoted, chunkLength, async (plain, rows, length) => {
      const text = [...plain, ...rows].map((cells) => cells.join(',')).join('\n');
      const expected = parse(text, { relax_column_count: true, skip_empty_lines: true });
      expect((await recordsOf(text, length)).map(({ cells }) => cells)).toEqual(expected);
    }),
  );
});

test('a record has the number of its last line', async () => {
  const text = 'a,b\n1,2\n\n3,4\n"x\ny",5\n6,7\n';
  expect((await recordsOf(text)).map(({ line }) => line)).toEqual([1, 2, 4, 6, 7]);
});

test.each([1, 100_000])(
  'an unclosed quote is an error, detected without reading the whole file (chunks of %i)',
  async (length) => {
    const text = `a,b\n1,2\n"3,4\n${'5,6\n'.repeat(50_000)}`;
    await expect(recordsOf(text, length)).rejects.toThrow(/^swaps.csv, line \d+: .*maximum/i);
  },
);

test.each([1000, 1_000_000])('an overlong line has no cells (chunks of %i)', async (length) => {
  const records = await recordsOf(`a,b\n${'1'.repeat(100_000)},2\n3,4\n`, length);
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [] },
    { line: 3, cells: ['3', '4'] },
  ]);
});
