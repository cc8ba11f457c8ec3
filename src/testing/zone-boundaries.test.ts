import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let copy = '';

/** Creates a copy of the repository's compiler settings with the given sources, and returns its folder. */
function createRepository(files: Record<string, string>): string {
  copy = mkdtempSync(join(tmpdir(), 'jetscope-zones-'));
  const settings = ['build', 'contract', 'service', 'web', 'testing'].map(
    (zone) => `src/${zone}/tsconfig.json`,
  );
  for (const file of ['package.json', 'tsconfig.base.json', ...settings])
    cpSync(root + file, join(copy, file));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(`${root}node_modules`)) {
    if (name !== '.cache') symlinkSync(`${root}node_modules/${name}`, join(copy, 'node_modules', name));
  }
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), source);
  }
  return copy;
}

/** Returns the code of the first compiler error by file. */
function compilerErrors(zone: string, files: Record<string, string>): Record<string, string> {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const cwd = createRepository(files);
  let output = '';
  try {
    execFileSync(process.execPath, [compiler, '-b', `src/${zone}`, '--pretty', 'false'], {
      cwd,
      encoding: 'utf8',
    });
  } catch (error) {
    output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
  const found = [...output.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)];
  if (output !== '' && found.length === 0) throw new Error(output);
  return Object.fromEntries(found.toReversed().map(([, file, code]) => [file, code]));
}

const contract = { 'src/contract/good.ts': 'export const limit: number = 100;' };
const service = { 'src/service/good.ts': 'export const folder = process.cwd();' };

afterEach(() => rmSync(copy, { recursive: true, force: true }));

test('the contract can use neither browser nor Node.js APIs', () => {
  const files = {
    ...contract,
    'src/contract/browser.ts': 'export const title = document.title;',
    'src/contract/global.ts': 'export const version = process.version;',
    'src/contract/module.ts': "export { readFileSync } from 'node:fs';",
  };
  expect(compilerErrors('contract', files)).toEqual({
    'src/contract/browser.ts': 'TS2584',
    'src/contract/global.ts': 'TS2591',
    'src/contract/module.ts': 'TS2591',
  });
});

test('the web app can use neither Node.js APIs nor the service', () => {
  const files = {
    ...contract,
    ...service,
    'src/web/good.ts': "export { limit } from '#contract/good.ts';\nexport const title = document.title;",
    'src/web/global.ts': 'export const version = process.version;',
    'src/web/module.ts': "export { readFileSync } from 'node:fs';",
    'src/web/service.ts': "export { open } from '#service/open.ts';",
    'src/service/open.ts': 'export const open: boolean = true;',
  };
  expect(compilerErrors('web', files)).toEqual({
    'src/web/global.ts': 'TS2591',
    'src/web/module.ts': 'TS2591',
    'src/web/service.ts': 'TS6307',
  });
});

test('the service can use neither browser APIs nor the web app nor tools', () => {
  const files = {
    ...contract,
    ...service,
    'src/web/good.ts': 'export const page: number = 1;',
    'src/service/browser.ts': 'export const title = document.title;',
    'src/service/page.ts': "export { page } from '#web/good.ts';",
    'tools/good.ts': 'export const tool: number = 1;',
    'src/service/tool.ts': "export { tool } from '#tools/good.ts';",
  };
  expect(compilerErrors('service', files)).toEqual({
    'src/service/browser.ts': 'TS2584',
    'src/service/page.ts': 'TS6307',
    'src/service/tool.ts': 'TS6059',
  });
});

test('sources that respect the zones compile', () => {
  const good = "export { limit } from '#contract/good.ts';";
  const files = {
    ...contract,
    ...service,
    'src/build/good.ts': 'export const folder = process.cwd();',
    'src/web/a.ts': good,
    'src/testing/b.ts': good,
    'src/testing/c.ts': "export { folder } from '#build/good.ts';",
    'src/testing/d.test.ts': "export { limit } from '#tools/e.ts';",
    'tools/e.ts': "export { limit } from '#testing/b.ts';",
  };
  expect(compilerErrors('testing', files)).toEqual({});
});
