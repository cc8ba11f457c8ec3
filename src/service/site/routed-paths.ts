import type { FastifyInstance } from 'fastify';

/** The paths and methods of all routes: for `Allow` headers, and to keep them apart from pages of the dashboard. */
export interface RoutedPaths {
  /** Returns the methods of a path; empty for paths without a route. */
  methodsOf(path: string): string[];
  /** Returns true if any route starts with the first segment of the path. */
  isUnderRoutedSegment(path: string): boolean;
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Collects routes as they are added. Call it before adding the first route. */
export function collectRoutedPaths(app: FastifyInstance): RoutedPaths {
  const methods = new Map<string, Set<string>>();
  const patterns = new Map<string, RegExp>();
  const segments = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    const routed = methods.get(url) ?? new Set();
    for (const name of [method].flat()) routed.add(name);
    methods.set(url, routed);
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
