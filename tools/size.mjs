// Checks the gzip size of the JavaScript that the first load of a page needs against its budget: the scripts in its HTML,
// the page's own chunk, workers and everything they import statically.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const web = new URL('../dist/web/', import.meta.url);
const names = readdirSync(new URL('assets/', web));

/** @param {string} html */
const scriptsOf = (html) =>
  [...readFileSync(new URL(html, web), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
/** @param {string} chunk */
const chunksNamed = (chunk) => names.filter((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));

/** @param {string[]} scripts @returns {Set<string>} */
function withImports(scripts) {
  const all = new Set(scripts);
  for (const script of all) {
    const text = readFileSync(new URL(`assets/${script}`, web), 'utf8');
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) all.add(imported);
  }
  return all;
}

const pages = [
  { page: 'screener', budget: 195_500, scripts: [...scriptsOf('index.html'), ...chunksNamed('screener')] },
  {
    page: 'pool page',
    budget: 268_000,
    scripts: [...scriptsOf('index.html'), ...chunksNamed('pool-page'), ...chunksNamed('bar-worker')],
  },
  { page: 'embed', budget: 80_000, scripts: [...scriptsOf('embed.html'), ...chunksNamed('bar-worker')] },
];

for (const { page, budget, scripts } of pages) {
  const all = [...withImports(scripts)];
  const sizes = all.map((script) => gzipSync(readFileSync(new URL(`assets/${script}`, web))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const line = `${page}: ${all.length} scripts, ${(total / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB`;
  process.stdout.write(total > budget ? `${line}: ${total - budget} bytes too many\n` : `${line}\n`);
  if (scripts.length === 0 || total > budget) process.exitCode = 1;
}
