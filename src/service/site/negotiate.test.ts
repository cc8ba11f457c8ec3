import { expect, test } from 'vitest';
import { acceptsHtml, explicitlyAcceptsHtml, selectEncoding } from './negotiate.ts';

test.each([
  [undefined, true, false],
  ['', true, false],
  ['*/*', true, false],
  ['text/*', true, false],
  ['text/html', true, true],
  ['TEXT/HTML', true, true],
  ['application/json, Text/Html;charset=utf-8;q=0.3', true, true],
  ['application/xhtml+xml;q=0.9,*/*;q=0.8', true, false],
  ['application/json', false, false],
  ['text/plain', false, false],
  ['text/html;q=0, */*', false, false],
  ['*/*;q=0', false, false],
])('Accept: %s accepts HTML: %s; explicitly: %s', (accept, isAccepted, isExplicit) => {
  expect([acceptsHtml(accept), explicitlyAcceptsHtml(accept)]).toEqual([isAccepted, isExplicit]);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
])('Accept-Encoding: %s selects %s', (acceptEncoding, encoding) => {
  expect(selectEncoding(acceptEncoding, ['br', 'gzip'])).toBe(encoding);
});
