import { expect, test } from 'vitest';
import { anchorsOf, codeSpansOf, relativeLinksOf, tableOf } from './markdown-document.ts';

const text = `# Title

See [a table](#the-table), [others](other.md#part-1) and ![an image](images/a.png).
[Elsewhere](https://example.org/a.md#b)

## The table: \`x\` (new)

| name  | value |
| ----- | ----- |
| \`a\`   | a\\|b  |
| \`b\`   |       |

\`\`\`
# no heading [no link](none.md)
\`\`\`

## Part
## Part
`;

test('anchors are those of GitHub', () => {
  expect(anchorsOf(text)).toEqual(['title', 'the-table-x-new', 'part', 'part-1']);
});

test('relative links are resolved from the folder of the document', () => {
  expect(relativeLinksOf('docs/a.md', text)).toEqual([
    { path: 'docs/a.md', anchor: 'the-table' },
    { path: 'docs/other.md', anchor: 'part-1' },
    { path: 'docs/images/a.png', anchor: '' },
  ]);
});

test('a table is found by its header', () => {
  expect(tableOf(text, ['name', 'value'])).toEqual([
    ['a', 'a\\|b'],
    ['b', ''],
  ]);
  expect(() => tableOf(text, ['name'])).toThrow('no table');
});

test('code spans are found outside fenced blocks', () => {
  expect(codeSpansOf(text)).toEqual(['x', 'a', 'b']);
});
