import { expect, test } from 'vitest';
import { defaultView } from '#web/chart/chart-view.ts';
import { parseEmbedOptions } from '#web/embed/embed-options.ts';
import { DEFAULT_EMBED_SETTINGS, embedCode, embedUrl } from './embed-code.ts';

const address = `0:${'1'.repeat(64)}`;
const poolAddress = `0:${'2'.repeat(64)}`;

test('the URL of an embed restores its options', () => {
  const view = {
    ...defaultView,
    type: 'area',
    quote: 'usd',
    range: '30d',
    averages: [{ kind: 'ema', length: 50 }],
  } as const;
  const settings = { ...DEFAULT_EMBED_SETTINGS, theme: 'dark', toolbar: false, live: false } as const;
  const more = { locale: 'de-DE', colors: { bg: '#101418', up: '#00ff00', down: '#ff0000' } };
  const [path = '', query] = embedUrl(address, poolAddress, view, { ...settings, ...more }).split('?');
  expect(parseEmbedOptions(path, `?${query}`)).toMatchObject({
    address,
    poolAddress,
    view,
    ...settings,
    ...more,
  });
});

test('escapes untrusted names', () => {
  const code = embedCode('https://jetscope.example/embed/a/b?x=1&y=2', '"><script>alert(1)</script>');
  expect(code).not.toContain('<script');
  expect(code).toContain('&quot;&gt;&lt;script');
  expect(code).toContain('x=1&amp;y=2');
  for (const part of ['loading="lazy"', 'allow="fullscreen; clipboard-write"', 'aspect-ratio'])
    expect(code).toContain(part);
});
