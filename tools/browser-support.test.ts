import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tool = fileURLToPath(new URL('browser-support.mjs', import.meta.url));

test('finds what the supported browsers lack, in scripts and styles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-support-'));
  try {
    writeFileSync(
      join(folder, 'page.ts'),
      `export const own = { showPopover: 1 };
button.showPopover();
const panels = Map.groupBy(list, String);
new CloseWatcher();
fetch(url, { signal: AbortSignal.timeout(1) }).then((response) => response.bytes());
scheduler.postTask(run);`,
    );
    writeFileSync(
      join(folder, 'page.css'),
      `.row:has(a) { anchor-name: --row; }
.box { display: grid; width: calc-size(auto, size); }`,
    );
    const { status, stderr } = spawnSync(process.execPath, [tool, folder], { encoding: 'utf8' });
    const found = stderr.replaceAll(`${folder}/`, '').trim().split('\n').sort();
    expect(found.map((line) => line.replace(/ is missing in .*/, ''))).toEqual([
      'page.css:1 :has',
      'page.css:1 anchor-name',
      'page.css:2 calc-size()',
      'page.ts:2 .showPopover',
      'page.ts:3 Map.groupBy',
      'page.ts:4 new CloseWatcher',
    ]);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(['README.md', 'index.html', 'src/web/embed/embed.html'])(
  '%s names the browsers of package.json',
  (file) => {
    const manifest = readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8');
    const [chrome, firefox, safari] = ['chrome', 'firefox', 'safari'].map(
      (name) => new RegExp(`"${name} >= (.*)"`).exec(manifest)?.[1],
    );
    const text = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
    expect(text).toContain(`Chrome ${chrome}, Firefox ${firefox}, Safari ${safari} `);
  },
);
