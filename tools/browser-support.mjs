// Checks that scripts and styles only use what the browsers of package.json support: `node tools/browser-support.mjs [FOLDER...]`. Prints
// what is missing where. Syntax is compiled for these browsers, and TypeScript knows no later methods of JavaScript's own
// objects (`lib`); this is about the interfaces and styles of browsers, by the compatibility data of MDN.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import postcss from 'postcss';
import { parseSync } from 'vite';

/**
 * What some of them lack and pages may use, with the only files that may, by default all: it refines the appearance, is
 * replaced, or is asked for first.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const ALLOWED = {
  'AbortSignal.any': [],
  'Intl.Segmenter': [],
  'new ClipboardItem': ['chart-toolbar.tsx'],
  // Of our own.
  '.fullScreen': ['chart-toolbar.tsx'],
  // Versions without it have no notifications of service workers either.
  '.openWindow': ['service-worker.js'],
  // Of a service worker; that of the window is new.
  '.pushManager': ['push.ts', 'service-worker.js'],
  ':has': [
    'data-sources.module.css',
    'frame.module.css',
    'jetton-grid.module.css',
    'jetton-page.module.css',
    'jetton-row.module.css',
    'layout.css',
    'line-chart.module.css',
    'search-suggestions.module.css',
    'trades.module.css',
    'without-scripts.css',
  ],
  '@property': ['jetton-grid.module.css'],
  '::-moz-progress-bar': [],
  '::-webkit-progress-bar': [],
  '::-webkit-progress-value': [],
  cursor: [],
  'forced-color-adjust': [],
  // Compiled.
  'light-dark()': [],
  // Safari keeps nothing in place.
  'overflow-anchor': ['trades.module.css'],
  resize: [],
  'scrollbar-color': [],
  'scrollbar-width': [],
  'text-decoration': [],
  'text-wrap': [],
};

const { browserslist } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** @type {{ name: string, version: readonly number[] }[]} */
const browsers = browserslist.map((/** @type {string} */ line) => {
  const [name = '', version = ''] = line.split(' >= ');
  return { name, version: version.split('.').map(Number) };
});

/** @typedef {import('@mdn/browser-compat-data').Identifier} Feature */

/** Returns the browsers that lack a feature; none if the data does not know it. @param {Feature | undefined} feature */
function missingIn(feature) {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return browsers
    .filter(({ name, version }) => {
      const statements = [support[/** @type {'chrome'} */ (name)] ?? []].flat();
      return statements.length > 0 && !statements.some((statement) => isSupported(statement, version));
    })
    .map(({ name }) => name);
}

/** Partial support counts: it is mostly about details. @param {import('@mdn/browser-compat-data').SimpleSupportStatement} statement @param {readonly number[]} version */
function isSupported({ version_added: added, flags }, [major = 0, minor = 0]) {
  if (!added || added === 'preview' || flags) return false;
  const [first = 0, second = 0] = added.replace('≤', '').split('.').map(Number);
  return first < major || (first === major && second <= minor);
}

/** @typedef {Record<string, Feature>} Features */
const { api } = data;
const builtins = /** @type {Features} */ (data.javascript.builtins);
const {
  selectors,
  properties,
  types,
  'at-rules': atRules,
} = /** @type {Record<string, Features>} */ (data.css);
/** Interfaces whose members are found without knowing the type of an object. */
const COMMON =
  /^(Clipboard|CSSStyleDeclaration|Document|DOMRect|(HTML\w*|SVG)?Element|\w*Event|Headers|Navigator|Node|Performance|Range|Request|Response|Selection|URL|Window)$/;
/** Their members by name, without single words, which are also names of our own. @type {Map<string, Feature[]>} */
const members = new Map();
for (const [owner, features] of Object.entries(api))
  for (const [name, feature] of Object.entries(features))
    if (COMMON.test(owner) && /[A-Z]/.test(name)) members.set(name, [...(members.get(name) ?? []), feature]);

/** @type {{ file: string, line: number, name: string, browsers: readonly string[] }[]} */
const found = [];

/** @param {string} name @param {readonly (Feature | undefined)[]} features @param {{ file: string, line: () => number }} place */
function check(name, features, { file, line }) {
  const missing = features.map(missingIn);
  if (missing.length > 0 && missing.every(({ length }) => length > 0) && !isAllowed(name, file))
    found.push({ file, line: line(), name, browsers: missing[0] ?? [] });
}

/** @param {string} name a property with or without a value @param {string} file */
function isAllowed(name, file) {
  const files = ALLOWED[name] ?? ALLOWED[name.replace(/: .*/, '')];
  return files !== undefined && (files.length === 0 || files.includes(basename(file)));
}

/** @param {string} file @param {string} text */
function checkScript(file, text) {
  const { program } = parseSync(file, text);
  /** @param {any} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    const place = { file, line: () => text.slice(0, node.start).split('\n').length };
    if (node.type === 'MemberExpression' && !node.computed) {
      const [object, name] = [node.object.name, node.property.name];
      const owner = api[object] ?? builtins[object];
      const own = owner && (owner[`${name}_static`] ?? owner[name]);
      if (own) check(`${object}.${name}`, [own], place);
      else if (members.has(name)) check(`.${name}`, members.get(name) ?? [], place);
    }
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier') {
      const { name } = node.callee;
      const own = api[name] ?? builtins[name];
      if (own) check(`new ${name}`, [own], place);
    }
    if (/^TS(Type|Interface)/.test(node.type)) return;
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
  };
  visit(program);
}

/** @param {string} file @param {string} text */
function checkStyle(file, text) {
  postcss.parse(text).walk((node) => {
    const place = { file, line: () => node.source?.start?.line ?? 0 };
    if (node.type === 'rule')
      for (const [name, own = ''] of node.selector.matchAll(/::?([a-z-]+)/g))
        check(name, [selectors?.[own]], place);
    if (node.type === 'atrule') check(`@${node.name}`, [atRules?.[node.name]], place);
    if (node.type !== 'decl') return;
    const property = properties?.[node.prop];
    check(node.prop, [property], place);
    for (const [word] of node.value.matchAll(/[a-z][a-z-]*/g))
      if (property?.[word]) check(`${node.prop}: ${word}`, [property[word]], place);
    for (const [, word = ''] of node.value.matchAll(/([a-z][a-z-]*)\(/g))
      check(`${word}()`, [types?.[word] ?? types?.color?.[word]], place);
  });
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src/web', 'src/contract', 'public'];
for (const folder of folders)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (/\.(css)$/.test(name)) checkStyle(file, readFileSync(file, 'utf8'));
    else if (/\.(tsx?|js)$/.test(name) && !name.includes('.test.'))
      checkScript(file, readFileSync(file, 'utf8'));
  }
for (const { file, line, name, browsers: missing } of found)
  process.stderr.write(`${file}:${line} ${name} is missing in ${missing.join(', ')}\n`);
process.stdout.write(`Browser support: ${found.length} features are not in all browsers\n`);
process.exitCode = found.length > 0 ? 1 : 0;
