// Prints the section of the changelog about a release, without its heading. Fails if CHANGELOG.md has no such section, if it
// is empty, or if package.json has another version.
//   node tools/documents/release-notes.mjs TAG [FILES_URL]
// FILES_URL is where relative links lead, such as https://github.com/OWNER/NAME/blob/v1.0.0/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns the body of a version's section in a changelog in the format of Keep a Changelog. Throws if it is absent or empty,
 * or if its heading has no date.
 * @param {string} changelog @param {string} version @returns {string}
 */
export function sectionOfVersion(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"`);
  const [heading = '', ...lines] = section.split('\n');
  if (!/^\S+ - \d{4}-\d{2}-\d{2}$/.test(heading))
    throw new Error(`CHANGELOG.md: "## ${heading}" must be "## [${version}] - YYYY-MM-DD"`);
  const body = lines.join('\n').trim();
  if (body === '') throw new Error(`CHANGELOG.md: the section "## ${heading}" is empty`);
  return `${body}\n`;
}

/** Returns Markdown whose relative links lead to files below a URL. @param {string} text @param {string} filesUrl */
export function withAbsoluteLinks(text, filesUrl) {
  return text.replace(/\]\((?![a-z]+:|#)([^()\s]+)\)/g, (_, path) => `](${new URL(path, filesUrl)})`);
}

/** @param {string} file */
const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** @param {string} tag @param {string} [filesUrl] @returns {string} */
function releaseNotes(tag, filesUrl) {
  const { version } = JSON.parse(read('package.json'));
  if (tag !== `v${version}`)
    throw new Error(`The tag must be v${version}, the version in package.json; got "${tag}"`);
  const section = sectionOfVersion(read('CHANGELOG.md'), version);
  return filesUrl === undefined ? section : withAbsoluteLinks(section, filesUrl);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(releaseNotes(process.argv[2] ?? '', process.argv[3]));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
