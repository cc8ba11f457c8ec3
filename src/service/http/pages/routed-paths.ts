import type { FastifyInstance } from 'fastify';

/** Which methods each routed path answers: what `Allow` says, and where the dashboard's own paths cannot be. */
export interface RoutedPaths {
  /** Empty where nothing is routed. */
  methodsOf(path: string): string[];
  /** Whether a routed path begins with the same segment. */
  isUnderRoutedSegment(path: string): boolean;
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Follows the routes as they are added: call it before the first. */
export function collectRoutedPaths(app: FastifyInstance): RoutedPaths {
  const methods = new Map<string, Set<string>>();
  const patterns = new Map<string, RegExp>();
  const segments = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
    segments.add(firstSegment(url));
    if (url.includes(':')) patterns.set(url, new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`));
  });
  return {
    methodsOf: (path) => {
      const matching = [...patterns].flatMap(([url, pattern]) => (pattern.test(path) ? [url] : []));
      return [...new Set([path, ...matching].flatMap((url) => [...(methods.get(url) ?? [])]))];
    },
    isUnderRoutedSegment: (path) => segments.has(firstSegment(path)),
  };
}
