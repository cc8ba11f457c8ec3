/** A rule of the house that neither the compiler nor Biome can hold: files in `from` never import `to`. */
export interface ImportRule {
  readonly name: string;
  readonly from: RegExp;
  readonly to: RegExp;
  /** Whether an import that `from` and `to` catch is allowed after all. */
  readonly except?: (file: string, target: string) => boolean;
}

const test = /\.test\.tsx?$/;
const page = /^src\/web\/pages\/([^/]+)\//;
const database = /^(drizzle-orm|pg|pg-copy-streams|@electric-sql\/pglite)(\/|$)/;

export const importRules: readonly ImportRule[] = [
  {
    name: 'the contract knows zod and nothing else',
    from: /^src\/contract\//,
    to: /^(?!src\/contract\/|zod(\/|$))/,
    except: (file) => test.test(file),
  },
  {
    name: 'tests of the contract and of the page know no service',
    from: /^src\/(contract|web)\/.*\.test\.tsx?$/,
    to: /^src\/service\//,
  },
  { name: 'the build knows no other zone', from: /^src\/build\//, to: /^src\/(?!build\/)/ },
  { name: 'the service knows no page', from: /^src\/(contract|service)\//, to: /^src\/web\// },
  {
    name: 'only tests and the testing zone know the testing zone',
    from: /^src\/(?!testing\/)/,
    to: /^src\/testing\//,
    except: (file) => test.test(file),
  },
  {
    name: 'only store, queries and what fills them know SQL',
    from: /^src\/(?!service\/(store|queries|analytics|import)\/|demo\/|testing\/)/,
    to: database,
    except: (file) => test.test(file),
  },
  {
    name: 'handlers, queries and what is under them know no HTTP',
    from: /^src\/service\/(handlers|queries|store|analytics|import)\//,
    to: /^(fastify(\/|$)|@fastify\/|src\/service\/(http\/|app\.ts))/,
    except: (file) => test.test(file),
  },
  {
    name: 'the simulated market knows store and analytics only',
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
  { name: 'web/lib knows no other folder of the web', from: /^src\/web\/lib\//, to: /^src\/web\/(?!lib\/)/ },
  {
    name: 'components fetch nothing and know no page',
    from: /^src\/web\/components\//,
    to: /^src\/web\/(api|pages)\//,
  },
  { name: 'the embed knows no React', from: /^src\/web\/embed\//, to: /^(react|react-dom)(\/|$)/ },
];

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.mock\(\s*)(['"])([^'"\n]+)\1/g;

/** What a file imports: paths from the repository's top, or packages' names. */
export function importsOf(file: string, source: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'));
  return [...source.matchAll(specifier)].map((match) => {
    const name = match[2] ?? '';
    if (name.startsWith('#')) return `src/${name.slice(1)}`;
    return name.startsWith('./') ? `${folder}/${name.slice(2)}` : name;
  });
}

export function brokenRules(file: string, source: string): string[] {
  return importsOf(file, source).flatMap((target) =>
    importRules
      .filter((rule) => rule.from.test(file) && rule.to.test(target) && !rule.except?.(file, target))
      .map((rule) => `${file} imports ${target}: ${rule.name}`),
  );
}
