import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileHints, precompress, scaledLengths } from './plugins.ts';

const root = mkdtempSync(join(tmpdir(), 'jetscope-build-'));
const longText = JSON.stringify('long '.repeat(1000));
let files: Map<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

beforeAll(async () => {
  writeFileSync(
    join(root, 'late.css'),
    `a::after { content: ${longText} } @media (width < 720px) { a { margin: -24px 0.5px; border: 2px solid } }`,
  );
  writeFileSync(join(root, 'late.js'), `import './late.css';\nexport const late = ${longText};`);
  // A lazy chunk with styles makes Vite prepend a line to the chunk that imports it.
  writeFileSync(
    join(root, 'main.js'),
    `import('./late.js').then(({ late }) => console.log(late, ${longText}));`,
  );
  const result = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [compileHints(['main']), precompress(), scaledLengths()],
    build: { write: false, rolldownOptions: { input: join(root, 'main.js') } },
  });
  if (!('output' in result)) throw new Error('expected a build without watch mode');
  files = new Map(result.output.map((file) => [file.fileName, file]));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
}

test('puts the compile hint on the first line of the named chunks only', () => {
  const chunks = [...files.values()].filter((file) => file.type === 'chunk');
  const hinted = chunks.filter(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(chunks).toHaveLength(2);
  expect(hinted.map(({ name }) => name)).toEqual(['main']);
});

test('emits compressed copies of the final scripts and styles', () => {
  const uncompressed = [...files.values()].filter(({ fileName }) => /\.(js|css)$/.test(fileName));
  expect(uncompressed).toHaveLength(3);
  for (const file of uncompressed) {
    const source = (extension: string) => {
      const asset = files.get(`${file.fileName}.${extension}`);
      return asset?.type === 'asset' ? Buffer.from(asset.source) : Buffer.of();
    };
    expect(brotliDecompressSync(source('br')).toString()).toBe(textOf(file));
    expect(gunzipSync(source('gz')).toString()).toBe(textOf(file));
  }
});

test('lengths follow the font size of the browser, except those of lines', () => {
  const styles = [...files.values()].find(({ fileName }) => fileName.endsWith('.css'));
  expect(styles && textOf(styles)).toContain('@media (width<45rem){a{border:2px solid;margin:-1.5rem .5px}}');
});
