import type { Config } from '#service/config/config.ts';
import type { ServiceContext } from '#service/config/context.ts';

/**
 * Returns a function that queries the store at most once in `maxAge` milliseconds for all requests of a service, which is identified
 * by its configuration because each request has its own view of the store. After a failure, the next request tries again.
 */
export function recentResult<Result>(
  maxAge: number,
  query: (context: ServiceContext) => Promise<Result>,
): (context: ServiceContext) => Promise<Result> {
  const results = new WeakMap<Config, { readonly queriedAt: number; readonly result: Promise<Result> }>();
  return (context) => {
    const cached = results.get(context.config);
    if (cached && performance.now() - cached.queriedAt < maxAge) return cached.result;
    const result = query(context);
    results.set(context.config, { queriedAt: performance.now(), result });
    result.catch(() => results.delete(context.config));
    return result;
  };
}
