import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Creates a static web server for the built page with the given `config.json`. Unknown paths return index.html. */
export function createStaticServer(settings: object, headers: Readonly<Record<string, string>> = {}): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://page');
    const file = fileOf(pathname) ?? join(root, 'index.html');
    const body = pathname === '/config.json' ? JSON.stringify(settings) : readFileSync(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain', ...headers });
    response.end(body);
  });
}

function fileOf(pathname: string): string | undefined {
  const file = join(root, normalize(pathname));
  return file.startsWith(root) && existsSync(file) && statSync(file).isFile() ? file : undefined;
}
