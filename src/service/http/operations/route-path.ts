/** A path with names in braces, as the framework writes it: `/jettons/{address}` is `/jettons/:address`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
