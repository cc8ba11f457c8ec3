import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateMarket } from '#testing/market/market-generator.ts';
import { serveMarket } from '#testing/service/imported-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'jetscope-keys-'));
const keysFile = join(folder, 'keys.json');
const names = ['/udf/config', '/feeds/screen.atom', '/mcp'] as const;
writeFileSync(
  keysFile,
  JSON.stringify([
    { key: 'free-key', plan: 'free' },
    ...names.map((name) => ({ key: `slow-key-of${name}`, plan: 'paid', rate: 1 })),
  ]),
);

let service: Awaited<ReturnType<typeof serveMarket>>;
let baseUrl: string;
beforeAll(async () => {
  service = await serveMarket(generateMarket(1));
  baseUrl = await service.listen({ API_KEYS_FILE: keysFile });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Returns the status of a request to a door. */
async function statusOf(name: (typeof names)[number], authorization?: string): Promise<number> {
  const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const headers = { ...accept, ...(authorization !== undefined && { authorization }) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const message = name === '/mcp' ? { method: 'POST', body } : {};
  const response = await fetch(baseUrl + name, { headers, ...message });
  await response.arrayBuffer();
  return response.status;
}

test.each(names)('%s has the keys and limits of operations', async (name) => {
  expect(await statusOf(name)).toBe(200);
  expect(await statusOf(name, 'Bearer free-key')).toBe(200);
  expect(await statusOf(name, 'Bearer unknown')).toBe(401);
  const slow = await Promise.all([1, 2, 3].map(() => statusOf(name, `Bearer slow-key-of${name}`)));
  expect(new Set(slow)).toEqual(new Set([200, 429]));
});
