import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlText } from './curl.ts';

const request = { method: 'POST', url: '/v1/jettons', body: `{"search":"it's \\"$HOME\\" \`id\`"}` } as const;

/** Returns the arguments that a shell passes to curl. */
function argumentsOf(text: string): string[] {
  const script = text.replace(/^curl/, "printf '%s\\n'");
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { API_KEY: 'k' } })
    .trimEnd()
    .split('\n');
}

test('a shell passes all arguments unchanged', () => {
  expect(argumentsOf(curlText(request, { origin: 'https://a.example', needsKey: false }))).toEqual([
    'https://a.example/v1/jettons',
    '-X',
    'POST',
    '-H',
    'accept: application/json',
    '-H',
    'content-type: application/json',
    '--data-raw',
    request.body,
  ]);
});

test('references the API key by its variable', () => {
  const text = curlText({ method: 'GET', url: '/v1/x' }, { origin: '', needsKey: true });
  expect(text).toContain('$API_KEY');
  expect(argumentsOf(text)).toContain('authorization: Bearer k');
});
