import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRecords } from './csv-rows.ts';
import { BadFileError } from './dataset-files.ts';
import { type JsonElement, jsonElements } from './json-elements.ts';

describe('rows of a CSV file', () => {
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
  const ends = fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1 });
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

  test('returns the same cells as csv-parse with quotes, also if lines end in both ways', async () => {
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
      fc.asyncProperty(table, quoted, ends, chunkLength, async (plain, rows, lineEnds, length) => {
        const lines = [...plain, ...rows].map((cells) => cells.join(','));
        const text = lines.map((line, index) => line + lineEnds[index % lineEnds.length]).join('');
        const expected = parse(lines.join('\n'), { relax_column_count: true, skip_empty_lines: true });
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
});

describe('elements of a JSON array', () => {
  /** Splits `text` into chunks at `cuts`. */
  async function* chunksOf(text: string, cuts: readonly number[] = []) {
    const positions = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
    for (const [index, position] of positions.entries())
      yield text.slice(position, positions[index + 1] ?? text.length);
  }

  async function elementsOf(text: string, cuts?: readonly number[]): Promise<JsonElement[]> {
    const elements: JsonElement[] = [];
    for await (const element of jsonElements('jettons.json', chunksOf(text, cuts))) elements.push(element);
    return elements;
  }

  const cuts = fc.array(fc.nat(), { maxLength: 8 });

  test('returns the same elements as JSON.parse, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.constantFrom(0, 1, '\t'),
        cuts,
        async (values, indent, cutPositions) => {
          const elements = await elementsOf(JSON.stringify(values, null, indent), cutPositions);
          expect(elements.map(({ text = '' }) => JSON.parse(text))).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
        },
      ),
    );
  });

  test('an element has the number of its first line', async () => {
    const text = '\n[\n {"a":\n"]"},\n\n\n {"b": [1,\n2]}\n, 3]\n';
    const lines = (await elementsOf(text)).map(({ line }) => line);
    expect(lines).toEqual([3, 7, 9]);
  });

  test('an empty array has no elements; a missing value between commas counts as one', async () => {
    expect(await elementsOf(' [ \n ] ')).toEqual([]);
    expect((await elementsOf('[1,\n,2]')).map(({ text }) => text?.trim())).toEqual(['1', '', '2']);
    expect((await elementsOf('[1,]')).map(({ text }) => text)).toEqual(['1', '']);
  });

  test.each([
    [1, 'the JSON array is not closed', ''],
    [2, 'expected a JSON array', '\n{"a": 1}'],
    [2, 'the JSON array is not closed', '[{"a": 1},\n{"b"'],
    [2, 'unexpected text after the JSON array', '[1]\n[2]'],
  ])('line %i: %s', async (line, reason, text) => {
    await expect(elementsOf(text)).rejects.toThrow(new BadFileError('jettons.json', line, reason));
  });

  test('an element over 1 MB has no text, and later elements are read', async () => {
    const text = `[1,\n"${'x'.repeat(1 << 20)}",\n3]`;
    expect(await elementsOf(text, [1000, 500_000])).toEqual([
      { line: 1, text: '1' },
      { line: 2, text: undefined },
      { line: 3, text: '\n3' },
    ]);
  });
});
