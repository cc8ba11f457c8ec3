/** A project rule that neither the compiler nor Biome can check: files matching `from` never import `to`. */
export interface ImportRule {
  readonly name: string;
  readonly from: RegExp;
  readonly to: RegExp;
  /** Returns whether an import that matches `from` and `to` is allowed. */
  readonly except?: (file: string, target: string) => boolean;
}

const test = /\.test\.tsx?$/;
const page = /^src\/web\/pages\/([^/]+)\//;
const database = /^(drizzle-orm|pg|pg-copy-streams|@electric-sql\/pglite)(\/|$)/;

export const importRules: readonly ImportRule[] = [
  {
    name: 'the contract imports only zod',
    from: /^src\/contract\//,
    to: /^(?!src\/contract\/|zod(\/|$))/,
    except: (file) => test.test(file),
  },
  {
    name: 'tests of the contract and the web app do not import the service',
    from: /^src\/(contract|web)\/.*\.test\.tsx?$/,
    to: /^src\/service\//,
  },
  { name: 'the build imports no other zone', from: /^src\/build\//, to: /^src\/(?!build\/)/ },
  { name: 'the service does not import the web app', from: /^src\/(contract|service)\//, to: /^src\/web\// },
  {
    name: 'only tests and the testing zone import the testing zone',
    from: /^src\/(?!testing\/)/,
    to: /^src\/testing\//,
    except: (file) => test.test(file),
  },
  {
    name: 'only store, queries, analytics, import, demo and testing use SQL',
    from: /^src\/(?!service\/(store|queries|analytics|import)\/|demo\/|testing\/)/,
    to: database,
    except: (file) => test.test(file),
  },
  {
    name: 'handlers and the layers below do not use HTTP',
    from: /^src\/service\/(handlers|queries|store|analytics|import)\//,
    to: /^(fastify(\/|$)|@fastify\/|src\/service\/(http\/|app\.ts))/,
    except: (file) => test.test(file),
  },
  {
    name: 'the simulated market imports only store and analytics from the service',
    from: /^src\/demo\//,
    to: /^(fastify(\/|$)|@fastify\/|src\/service\/(?!(store|analytics)\/))/,
    except: (file) => test.test(file),
  },
  {
    name: 'a page never imports another page',
    from: page,
    to: page,
    except: (file, target) => page.exec(file)?.[1] === page.exec(target)?.[1],
  },
  {
    name: 'web/lib imports no other folder of the web app',
    from: /^src\/web\/lib\//,
    to: /^src\/web\/(?!lib\/)/,
  },
  {
    name: 'components do not import the API client or pages',
    from: /^src\/web\/components\//,
    to: /^src\/web\/(api|pages)\//,
  },
  { name: 'the embed does not use React', from: /^src\/web\/embed\//, to: /^(react|react-dom)(\/|$)/ },
];

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.mock\(\s*)(['"])([^'"\n]+)\1/g;

/** Returns the imports of a file: paths relative to the repository root, or package names. */
export function importsOf(file: string, source: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'));
  return [...source.matchAll(specifier)].map((match) => {
    const name = match[2] ?? '';
    if (name.startsWith('#')) return `src/${name.slice(1)}`;
    return name.startsWith('./') ? `${folder}/${name.slice(2)}` : name;
  });
}

/** Returns a message for each import that breaks a rule. */
export function brokenRules(file: string, source: string): string[] {
  return importsOf(file, source).flatMap((target) =>
    importRules
      .filter((rule) => rule.from.test(file) && rule.to.test(target) && !rule.except?.(file, target))
      .map((rule) => `${file} imports ${target}: ${rule.name}`),
  );
}
