import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeImageUrl, safeLink } from './links.ts';

const anyText = fc.string({ unit: 'binary' });

test.each([
  ['https://ton.org', 'https://ton.org/'],
  [' http://ton.org/a?b#c ', 'http://ton.org/a?b#c'],
  ['tg://resolve?domain=notcoin', 'tg://resolve?domain=notcoin'],
  ['javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['\u0001javascript:alert(1)', undefined],
  ['data:text/html,<script>1</script>', undefined],
  ['//ton.org', undefined],
  ['/v1/jettons', undefined],
  ['https://t.me@evil.example/', undefined],
  ['', undefined],
])('the safe link of %j is %j', (text, href) => {
  expect(safeLink(text)).toBe(href);
});

test('every safe link is http, https or tg', () => {
  const schemes = fc.constantFrom(
    'http',
    'HTTPS',
    'tg',
    'javascript',
    'JaVaScRiPt',
    'data',
    'file',
    'blob',
    '',
  );
  fc.assert(
    fc.property(schemes, anyText, (scheme, rest) => {
      expect(safeLink(`${scheme}:${rest}`) ?? 'tg:').toMatch(/^(https?|tg):/);
    }),
  );
});

const trusted = ['http://127.0.0.1:8080'];
const cid = 'QmaZn8y3JndrePjeUbDQtByPV6ezHwP67pVaJG3WWpamLB';

test.each([
  ['https://i.ibb.co/67.jpg', 'https://i.ibb.co/67.jpg'],
  [' https://bbtc.rest/2.jpg?ts=1 ', 'https://bbtc.rest/2.jpg?ts=1'],
  ['http://i.ibb.co/67.jpg', 'https://i.ibb.co/67.jpg'],
  ['http://127.0.0.1:8080/pictures/1.svg', 'http://127.0.0.1:8080/pictures/1.svg'],
  [`ipfs://${cid}`, `https://ipfs.io/ipfs/${cid}`],
  [`ipfs://ipfs/${cid}/a.png`, `https://ipfs.io/ipfs/${cid}/a.png`],
  ['ipfs://short', undefined],
  ['http://127.0.0.1:9090/reset', undefined],
  ['http://192.168.0.1/reboot', undefined],
  ['https://192.168.0.1/reboot', undefined],
  ['https://0x7f.1/x', undefined],
  ['https://[::1]/x', undefined],
  ['https://router/x', undefined],
  ['https://printer.local/x', undefined],
  ['http://i.ibb.co:8080/67.jpg', undefined],
  ['https://user:secret@i.ibb.co/67.jpg', undefined],
  ['data:image/png;base64,AAAA', undefined],
  ['javascript:alert(1)', undefined],
  ['<https://i.ibb.co/67.jpg', undefined],
  ['/pictures/1.svg', undefined],
  [`https://i.ibb.co/${'a'.repeat(3000)}`, undefined],
])('the safe image URL of %j is %j', (text, url) => {
  expect(safeImageUrl(text, trusted)).toBe(url);
});

test('every safe image URL is https or of a trusted origin', () => {
  const urls = fc.oneof(anyText, fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'ipfs'] }));
  fc.assert(
    fc.property(urls, (text) => {
      const url = safeImageUrl(text, trusted);
      expect(url === undefined || url.startsWith('https://') || url.startsWith(`${trusted[0]}/`)).toBe(true);
    }),
  );
});
