import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileAhead } from './compile-ahead.ts';
import { compressed } from './compressed.ts';

const root = mkdtempSync(join(tmpdir(), 'jetscope-build-'));
const long = JSON.stringify('long '.repeat(1000));
let files: Map<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

beforeAll(async () => {
  writeFileSync(join(root, 'late.css'), `a::after { content: ${long} }`);
  writeFileSync(join(root, 'late.js'), `import './late.css';\nexport const late = ${long};`);
  // A part that has styles of its own is why Vite writes a line before the chunk's.
  writeFileSync(join(root, 'main.js'), `import('./late.js').then(({ late }) => console.log(late, ${long}));`);
  const result = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [compileAhead(['main']), compressed()],
    build: { write: false, rolldownOptions: { input: join(root, 'main.js') } },
  });
  if (!('output' in result)) throw new Error('built otherwise than expected');
  files = new Map(result.output.map((file) => [file.fileName, file]));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function text(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
}

test('the word that has a chunk compiled ahead is the first in it, and only where it is asked for', () => {
  const chunks = [...files.values()].filter((file) => file.type === 'chunk');
  const told = chunks.filter(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(chunks).toHaveLength(2);
  expect(told.map(({ name }) => name)).toEqual(['main']);
});

test('scripts and styles come compressed too, as they are in the end', () => {
  const plain = [...files.values()].filter(({ fileName }) => /\.(js|css)$/.test(fileName));
  expect(plain).toHaveLength(3);
  for (const file of plain) {
    const source = (ending: string) => {
      const found = files.get(`${file.fileName}.${ending}`);
      return found?.type === 'asset' ? Buffer.from(found.source) : Buffer.of();
    };
    expect(brotliDecompressSync(source('br')).toString()).toBe(text(file));
    expect(gunzipSync(source('gz')).toString()).toBe(text(file));
  }
});
