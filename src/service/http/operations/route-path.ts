/** A path with names in braces, as the framework writes it: `/jettons/{address}` is `/jettons/:address`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
