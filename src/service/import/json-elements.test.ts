import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadFileError } from './dataset-files.ts';
import { type JsonElement, jsonElements } from './json-elements.ts';

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
        expect(elements.map(({ text = '' }) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(values)));
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
