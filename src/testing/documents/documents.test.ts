import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { dustLimits } from '#contract/dust.ts';
import { currencies, fiatCurrencies, pricePeriods, verificationStatuses } from '#contract/enums.ts';
import { errorBodyOf, isErrorStatus } from '#contract/errors.ts';
import { linkTypes } from '#contract/jetton.ts';
import { sortFields } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { documentedOperations } from '#contract/served-operations.ts';
import { swapFeedKinds } from '#contract/status.ts';
import { trustWeights } from '#service/market/trust-score.ts';
import { createMetrics } from '#service/monitoring/metrics.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { partNames, resultsCommand } from '#tools/bench/report.ts';
import { sectionOf, withSection } from '#tools/documents/generated-section.ts';
import { notice } from '#tools/documents/notice.mjs';
import { SETTINGS_COMMAND, SETTINGS_DOCUMENT, settingsTable } from '#tools/documents/settings-table.ts';
import { columnIds } from '#web/list/columns.ts';
import { anchorsOf, codeSpansOf, relativeLinksOf, tableOf } from './markdown-document.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'tools/README.md',
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const sources = ['src', 'tools', 'e2e'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => `/${folder}/${name}`),
);
/** Whether a file name, or the end of a path, is one of a source: `round.ts`, `market/round.ts`. */
const isSource = (name: string) => sources.some((source) => source.endsWith(`/${name}`));
const everything = documents.map(read).join('\n');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('the README', () => {
  test('has at most 120 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  test('starts with the commands that start the product and run the tests', () => {
    const start = read('README.md').split('\n').slice(0, 20).join('\n');
    expect(start).toContain('npm ci && npm start');
    expect(start).toContain('npm ci && npm test');
  });

  test('states the number of currencies', () => {
    expect(read('README.md')).toContain(`${currencies.length} currencies`);
  });

  test('links to every document', () => {
    const linked = relativeLinksOf('README.md', read('README.md')).map(({ path }) => path);
    expect(linked).toEqual(expect.arrayContaining(documents.filter((file) => file !== 'README.md')));
  });

  test('shows every screenshot, each under 200 kB', () => {
    const shown = relativeLinksOf('README.md', read('README.md')).map(({ path }) => path);
    for (const name of readdirSync(`${root}docs/screenshots`)) {
      expect(shown).toContain(`docs/screenshots/${name}`);
      expect(statSync(`${root}docs/screenshots/${name}`).size).toBeLessThan(200_000);
    }
  });
});

describe.each([...documents, 'tools/upstream/README.md'])('%s', (file) => {
  const text = read(file);

  test('links to files and headings that exist', () => {
    const broken = relativeLinksOf(file, text).filter(({ path, anchor }) => {
      if (!existsSync(root + path)) return true;
      return anchor !== '' && !anchorsOf(read(path)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('names paths that exist', () => {
    // Operators create files of settings.
    const paths = codeSpansOf(text).filter((code) =>
      /^(src|e2e|docs|public|tools|deploy|\.ci|\.github)\/[\w./-]*(?<!\.env)$/.test(code),
    );
    expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
  });

  test('names modules that exist', () => {
    const modules = codeSpansOf(text).filter((code) => /^[\w/-][\w./-]*\.(ts|tsx|mjs)$/.test(code));
    expect(modules.filter((name) => !existsSync(root + name) && !isSource(name))).toEqual([]);
  });
});

test('commands of the first change select tests', () => {
  const commands = [...read('CONTRIBUTING.md').matchAll(/vitest run --project=(\S+) (\w+)/g)];
  expect(commands.length).toBeGreaterThan(1);
  const unmatched = commands.filter(([, project = '', name = '']) => {
    const ending = project === 'web' ? /(?<!\.browser)\.test\.ts$/ : /\.browser\.test\.tsx$/;
    return !sources.some((source) => source.includes(name) && ending.test(source));
  });
  expect(unmatched).toEqual([]);
});

test('the architecture names every folder of the dashboard and the service', () => {
  const named = codeSpansOf(read('docs/architecture.md')).map((code) => code.replace(/^.*\//, ''));
  const folders = ['web', 'service'].flatMap((zone) =>
    readdirSync(`${root}src/${zone}`, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    ),
  );
  expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
});

test('comments name modules that exist', () => {
  const missing = sources
    .filter((source) => /\.(ts|tsx|mjs)$/.test(source))
    .flatMap((source) => {
      const comments = read(source).match(/^\s*(\/\/|\/?\*).*/gm) ?? [];
      const named = comments.flatMap((comment) => codeSpansOf(comment));
      return named
        .filter((code) => /^[\w-][\w./-]*\.(ts|tsx|mjs)$/.test(code) && !isSource(code))
        .map((code) => `${source}: ${code}`);
    });
  expect(missing).toEqual([]);
});

test('every npm script is documented', () => {
  const documented = (name: string) =>
    new RegExp(`npm (run )?${name}(?![\\w:-])`).test(everything) || name === 'test';
  expect(Object.keys(scripts).filter((name) => !documented(name))).toEqual([]);
});

describe('the specification', () => {
  const text = read('docs/specification.md');

  test('lists the operations in order, with paths and plans', () => {
    const listed = tableOf(text, ['#', 'operation', 'call', 'plan']);
    expect(listed.map(([, , call, plan]) => [call, plan])).toEqual(
      Object.values(operations).map(({ method, path, plan }) => [`${method} ${path}`, plan]),
    );
  });

  test('lists the extensions in order, with paths and plans', () => {
    const listed = tableOf(text, ['extension', 'call', 'plan', 'output']);
    expect(listed.map(([name, call, plan]) => [name, call, plan])).toEqual(
      Object.values(documentedOperations)
        .filter(({ name }) => !(name in operations))
        .map(({ name, method, path, plan }) => [name, `${method} ${path}`, plan]),
    );
  });

  test('lists the errors', () => {
    const listed = tableOf(text, ['HTTP status', 'code', 'message', 'cause']);
    for (const [status, code, message] of listed) {
      const number = Number(status);
      expect(isErrorStatus(number) && errorBodyOf(number)).toEqual({
        code: Number(code),
        message,
        details: [],
      });
    }
    const statuses = listed.map(([status]) => Number(status));
    const all = Array.from({ length: 600 }, (_, status) => status).filter(isErrorStatus);
    expect(statuses).toEqual(all);
  });

  test('gives the weights of the trust score', () => {
    const factors = tableOf(text, ['factor', 'weight', 'full weight', 'zero weight']);
    expect(factors.map(([, weight]) => Number(weight))).toEqual(Object.values(trustWeights));
  });

  test('states the limits of dust', () => {
    const tick = text.split('\n').find((line) => line.startsWith('- **Tick.**'));
    for (const limit of Object.values(dustLimits)) expect(tick).toContain(limit.toLocaleString('en'));
  });

  test('names every value of every enumeration', () => {
    const named = new Set(codeSpansOf(text));
    const values = [...currencies, ...linkTypes, ...pricePeriods, ...sortFields, ...verificationStatuses];
    expect(values.filter((value) => !named.has(value))).toEqual([]);
    expect(text).toContain(`${fiatCurrencies.length} fiat codes`);
  });
});

test.each(['alerts.yaml', 'grafana-dashboard.json'])('%s contains only metrics that exist', async (name) => {
  const store = await openTestStore();
  const text = await createMetrics({ store, version: '1.2.3' }).scrape();
  await store.close();
  const existing = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, metric]) => metric));
  const used = read(`deploy/monitoring/${name}`).match(/\b(?:jetscope|process|nodejs)(?:_[a-z]+)+\b/g) ?? [];
  const metrics = used.map((metric) => metric.replace(/(?<=_seconds)_(?:bucket|count|sum)$/, ''));
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics.filter((metric) => !existing.has(metric))).toEqual([]);
});

test.each([
  'deploy/monitoring/alerts.yaml',
  'deploy/monitoring/grafana-dashboard.json',
  'docs/operations.md',
])('%s has the lag of feeds of swaps only, which read continuously', (file) => {
  expect(read(file).replaceAll('\\"', '"')).toContain(
    `(jetscope_feed_lag_seconds{kind=~"${swapFeedKinds.join('|')}"})`,
  );
});

test('the document of operations lists every metric', async () => {
  const store = await openTestStore();
  const metrics = createMetrics({ store, version: '1.2.3' });
  const listed = tableOf(read('docs/operations.md'), ['metric', 'labels', 'meaning']).map(([name]) => name);
  const text = await metrics.scrape();
  const named = [...text.matchAll(/^# HELP (jetscope_\w+)/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(named));
  await store.close();
});

test.each(['deploy/Dockerfile', 'deploy/systemd/jetscope@.service'])('%s limits what glibc keeps', (file) => {
  const variables = codeSpansOf(read('docs/operations.md')).find((span) => span.startsWith('MALLOC_'));
  expect(variables).toMatch(/^MALLOC_\w+=\d+( MALLOC_\w+=\d+)*$/);
  expect(read(file)).toContain(` ${variables}\n`);
});

test('the document of links names every column', () => {
  const [, listed = ''] = /^Columns: (.*?)\. Columns named/m.exec(read('docs/links.md')) ?? [];
  expect(codeSpansOf(listed)).toEqual(columnIds.filter((id) => id !== 'jetton'));
});

describe('generated texts are up to date', () => {
  test('npm run docs:settings', () => {
    expect(sectionOf(read(SETTINGS_DOCUMENT), SETTINGS_COMMAND)).toBe(settingsTable());
  });

  test('npm run notice', () => {
    expect(read('NOTICE')).toBe(notice());
  });

  test('the settings of the dashboard', () => {
    const rows = tableOf(read('docs/operations.md'), ['setting', 'default', 'meaning']);
    const defaults = Object.entries(JSON.parse(read('public/config.json')) as object);
    expect(rows.map(([name, value]) => [name, value])).toEqual(
      defaults.map(([name, value]) => [name, String(value)]),
    );
  });
});

test('a generated section is replaced, and only that', () => {
  const text = read('docs/benchmarks.md');
  for (const half of partNames) {
    const replaced = withSection(text, resultsCommand(half), 'new results');
    expect(sectionOf(replaced, resultsCommand(half))).toBe('new results');
    expect(withSection(replaced, resultsCommand(half), sectionOf(text, resultsCommand(half)))).toBe(text);
  }
});

describe('the parser of documents', () => {
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
});

describe('the workflows', () => {
  const folder = '.github/workflows';

  test.each(readdirSync(folder))('%s pins actions and starts without write permissions', (name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const actions = Array.from(text.matchAll(/^.*\buses: (.*)$/gm), ([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions)
      expect(action).toMatch(
        /^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v[\d.]+)$/,
      );
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n\n/m);
  });

  test.each(['package-lock.json', 'tools/clients/package-lock.json'])(
    '%s has the integrity of every package, and names no registry',
    (file) => {
      interface Lock {
        readonly packages: Readonly<
          Record<string, { readonly integrity?: string; readonly resolved?: string }>
        >;
      }
      const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
      const installed = Object.entries(packages).filter(([name]) => name !== '');
      expect(installed.length).toBeGreaterThan(100);
      const isIncomplete = ({ integrity, resolved }: Lock['packages'][string]) =>
        !integrity?.startsWith('sha512-') || resolved !== undefined;
      expect(installed.filter(([, entry]) => isIncomplete(entry)).map(([name]) => name)).toEqual([]);
    },
  );
});
