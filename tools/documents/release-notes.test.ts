import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sectionOfVersion, withAbsoluteLinks } from './release-notes.mjs';

const changelog = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-11-25

### Added

- Charts. See [links](docs/links.md#charts), [a site](https://site.example/) and [above](#unreleased).

### Fixed

- Tables.

## [1.1.0] - 2026-10-01

- First.

## [1.0.0]

- Undated.

## [0.9.0] - 2026-09-01
`;

test('a section ends before the next one', () => {
  expect(sectionOfVersion(changelog, '1.10.0')).toMatch(
    /^### Added\n\n- Charts.*\n\n### Fixed\n\n- Tables\.\n$/,
  );
  expect(sectionOfVersion(changelog, '1.1.0')).toBe('- First.\n');
});

test.each([
  ['1.1', 'CHANGELOG.md has no section "## [1.1] - YYYY-MM-DD"'],
  ['2.0.0', 'CHANGELOG.md has no section "## [2.0.0] - YYYY-MM-DD"'],
  ['1.0.0', 'CHANGELOG.md: "## [1.0.0]" must be "## [1.0.0] - YYYY-MM-DD"'],
  ['0.9.0', 'CHANGELOG.md: the section "## [0.9.0] - 2026-09-01" is empty'],
])('fails for version %s', (version, message) => {
  expect(() => sectionOfVersion(changelog, version)).toThrow(message);
});

test('relative links become absolute', () => {
  const links = withAbsoluteLinks(changelog, 'https://github.com/owner/name/blob/v1.10.0/').match(
    /\]\(.*?\)/g,
  );
  expect(links).toEqual([
    '](https://github.com/owner/name/blob/v1.10.0/docs/links.md#charts)',
    '](https://site.example/)',
    '](#unreleased)',
  ]);
});

function run(...args: readonly string[]) {
  const script = fileURLToPath(new URL('release-notes.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('prints the notes of the version in package.json, and refuses other tags', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const notes = run(`v${version}`, 'https://files.example/');
  expect(notes).toMatchObject({ status: 0, stderr: '' });
  expect(notes.stdout).toMatch(/^### Added$/m);
  expect(notes.stdout).not.toMatch(/\]\((docs|tools)\//);
  for (const tag of [version, `v${version}0`, '']) {
    const message = `The tag must be v${version}, the version in package.json; got "${tag}"\n`;
    expect(run(tag)).toEqual({ status: 1, stdout: '', stderr: message });
  }
});
