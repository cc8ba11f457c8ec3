/** Converts a path template to Fastify's syntax: `/jettons/{address}` to `/jettons/:address`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
