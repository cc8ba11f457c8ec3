import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLink } from './read-jetton.ts';

test.each([
  ['https://t.me/notcoin', 'notcoin', 'telegram'],
  ['t.me/HOOD_CTO', 'HOOD_CTO', 'telegram'],
  ['https://t.me/+AbCd', 't.me', 'telegram'],
  ['<https://x.com/professorgram_>', 'professorgram_', 'x'],
  ['https://www.twitter.com/a_b?s=20', 'a_b', 'x'],
  [' x.com/Labubuonton/', 'Labubuonton', 'x'],
  ['https://m.youtube.com/@ton', 'm.youtube.com', 'youtube'],
  ['tiktok.com/@roolznft', '@roolznft', 'tiktok'],
  ['https://team.medium.com/post', 'team.medium.com', 'medium'],
  ['https://notx.com/someone', 'notx.com', 'website'],
  ['https://x.com.evil.example/someone', 'x.com.evil.example', 'website'],
  ['www.dolphonton.com', 'dolphonton.com', 'website'],
  ['http://example.org:8080/a', 'example.org', 'website'],
  ['tg://resolve?domain=jetton', 'jetton', 'telegram'],
  ['tg://resolve?domain=%00', '\uFFFD', 'telegram'],
])('%s is %s, %s', (text, name, type) => {
  expect(readLink(text)).toMatchObject({ name, type });
});

test.each([
  '',
  '-',
  'soon',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://',
  'https://exa mple.org',
  `https://example.org/${'x'.repeat(3000)}`,
])('%j is not a link', (text) => {
  expect(readLink(text)).toBeUndefined();
});

test('every link opens a web page or Telegram', () => {
  const scheme = fc.constantFrom('', 'https://', 'http://', 'tg:', 'javascript:', 'data:', '<https://', ' ');
  const rest = fc.oneof(fc.webUrl(), fc.domain(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(scheme, rest, (start, end) => {
      const link = readLink(start + end);
      fc.pre(link !== undefined);
      expect(new URL(link.url).protocol).toMatch(/^(https?|tg):$/);
      expect(link.url).not.toMatch(/[\s\p{Cc}]/u);
    }),
    { numRuns: 300 },
  );
});
