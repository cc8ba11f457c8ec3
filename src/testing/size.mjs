// Gzip size of the JavaScript that the page's first load needs: what index.html names.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const budget = 200_000;
const folder = new URL('../../dist/web/', import.meta.url);
const html = readFileSync(new URL('index.html', folder), 'utf8');
const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
const sizes = scripts.map((script) => gzipSync(readFileSync(new URL(script, folder))).length);
const total = sizes.reduce((sum, size) => sum + size, 0);

const report = `first load: ${scripts.length} scripts, ${(total / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB`;
process.stdout.write(`${report}\n`);
if (scripts.length === 0 || total > budget) process.exitCode = 1;
