import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { timeLimit } from '#testing/time-limit.ts';
import { toArray, toFields } from './fields.ts';
import { readLink } from './read-jetton.ts';
import {
  readAsset,
  readDate,
  readDecimal,
  readInt64,
  readInteger,
  readPositiveInteger,
  readSecondInUtc,
  readTime,
  readTxHash,
  readUnixSeconds,
} from './values.ts';

describe('values', () => {
  const wrapped = [
    '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c',
    '0:671963027F7F85659AB55B821671688601CDCF1EE674FC7FBBB1A776A18D34A3',
    '0:d0a1ce4cdc187c79615ea618bd6c29617af7a56d966f5a192a768f345ee63fd2',
  ];

  test.each(wrapped)('wrapped TON %s counts as TON', (address) => {
    expect(readAsset('asset0', address)).toBe(`0:${'0'.repeat(64)}`);
  });

  test('integers keep all digits but lose leading zeros and spaces', () => {
    const largest = String(2n ** 256n - 1n);
    expect(readInteger('a', ` 000${largest} `)).toBe(largest);
    expect(readInteger('a', '000')).toBe('0');
    expect(readInt64('lt', '9223372036854775807')).toBe('9223372036854775807');
    expect(readPositiveInteger('a', '1')).toBe('1');
  });

  test.each(['0', '007', '1.50', '.5', '5.', '1e-9', '2.5E+3', '1e40', '1e-40'])(
    '%s is a decimal number',
    (text) => {
      expect(readDecimal('volume_usd', text)).toBe(text);
    },
  );

  test.each(['0', '0.000', '.0', '0e999', '00e-999'])('%s is zero', (text) => {
    expect(readDecimal('volume_usd', text)).toBe('0');
  });

  test('hashes of transactions can be hex or base64, and are unknown otherwise', () => {
    const hash = 'fb'.repeat(32);
    const base64 = Buffer.from(hash, 'hex').toString('base64');
    const url = Buffer.from(hash, 'hex').toString('base64url');
    const valid = [hash, hash.toUpperCase(), ` ${hash} `, base64, url, base64.replace('=', '')];
    expect(valid.map(readTxHash)).toEqual(valid.map(() => hash));
    const invalid = ['', 'aa', `${hash}0`, `0x${hash}`, hash.replace('f', 'g'), `${base64}=`, url.slice(1)];
    expect(invalid.map(readTxHash)).toEqual(invalid.map(() => undefined));
  });

  test('times can be RFC 3339, dates or Unix seconds', () => {
    const expected = new Date('2026-01-29T07:50:00Z');
    for (const text of [
      '2026-01-29T07:50:00Z',
      '2026-01-29T09:50:00.000+02:00',
      '2026-01-29T07:50Z',
      '1769673000',
    ]) {
      expect(readTime('createdAt', text)).toEqual(expected);
    }
    expect(readTime('createdAt', '2026-01-29')).toEqual(new Date('2026-01-29T00:00:00Z'));
    expect(readUnixSeconds('event_time', ' 1769673000 ')).toBe(1769673000);
  });

  test.each([
    '2026-01-29T07:50:00',
    '2026-01-29T07:50:00.000',
    ' 2026-01-29T07:50:00Z ',
    '2026-01-29T09:50:00+02:00',
  ])('%s is in UTC unless it has a time zone', (text) => {
    expect(readSecondInUtc('t', text)).toEqual(new Date('2026-01-29T07:50:00Z'));
  });

  test('an integer of millions of digits is rejected at once', () => {
    const digits = '9'.repeat(10_000_000);
    const start = performance.now();
    expect(() => readInteger('a', digits)).toThrow('a exceeds 256 bits');
    expect(performance.now() - start).toBeLessThan(timeLimit(500));
  });

  test.each([
    ['a is not an integer', () => readInteger('a', '-1')],
    ['a is not an integer', () => readInteger('a', '1.0')],
    ['a is not an integer', () => readInteger('a', '1e3')],
    ['a is not an integer', () => readInteger('a', '٣')],
    ['a exceeds 256 bits', () => readInteger('a', String(2n ** 256n))],
    ['a exceeds 256 bits', () => readInteger('a', '9'.repeat(1_000_000))],
    ['a must be greater than 0', () => readPositiveInteger('a', '000')],
    ['lt exceeds 64 bits', () => readInt64('lt', '9223372036854775808')],
    ['v is not a decimal number', () => readDecimal('v', '-1')],
    ['v is not a decimal number', () => readDecimal('v', 'NaN')],
    ['v is not a decimal number', () => readDecimal('v', '1,5')],
    ['v is not a decimal number', () => readDecimal('v', `1.${'0'.repeat(99)}`)],
    ['v must be between 10^-40 and 10^40', () => readDecimal('v', '1.01e40')],
    ['v must be between 10^-40 and 10^40', () => readDecimal('v', '9e-41')],
    ['t is not a Unix timestamp in seconds', () => readUnixSeconds('t', '1769673000000')],
    ['t is not a Unix timestamp in seconds', () => readUnixSeconds('t', '1.5')],
    ['t must be between 2000 and 2099', () => readUnixSeconds('t', '176967300000')],
    ['t must be between 2000 and 2099', () => readUnixSeconds('t', '0')],
    ['t is not a valid time', () => readTime('t', '29.01.2026')],
    ['t is not a valid time', () => readTime('t', '2026-02-28T25:00:00Z')],
    ['t is not a valid time', () => readTime('t', '2026-02-30T07:50:00Z')],
    ['t is not a valid time', () => readTime('t', '2026-02-28T07:50:00')],
    ['t must be between 2000 and 2099', () => readTime('t', '1999-12-31')],
    ['date is not a valid date', () => readDate('date', '2026-02-30')],
    ['date is not a valid date', () => readDate('date', '2026-2-3')],
    ['date must be between 2000 and 2099', () => readDate('date', '0000-01-01')],
  ])('%s (case %#)', (reason, read) => {
    expect(read).toThrow(expect.objectContaining({ reason }));
  });
});

describe('fields', () => {
  const fields = toFields(
    parse('{"number":12345678901234567890,"text":"x","object":{"a":1},"array":[1],"nothing":null}'),
  );

  test('reads lossless numbers with all digits', () => {
    expect(fields.optional('number', readInteger)).toBe('12345678901234567890');
  });

  test('reads objects and arrays', () => {
    expect(fields.object('object')?.optional('a', readInteger)).toBe('1');
    expect(fields.requiredArray('array')).toHaveLength(1);
    expect(fields.object('nothing')).toBeUndefined();
    expect(fields.object('absent')).toBeUndefined();
  });

  test('reads texts with the limit of their kind', () => {
    expect(fields.text('name', 'text')).toBe('x');
    const long = toFields({ label: 'x'.repeat(101) });
    expect(() => long.text('type', 'label')).toThrow('label exceeds 100 characters');
  });

  test.each([
    ['expected a JSON object', () => toFields([])],
    ['expected a JSON object', () => toFields(parse('1'))],
    ['expected a JSON array', () => toArray({})],
    ['text must be an object', () => fields.object('text')],
    ['number must be an object', () => fields.requiredObject('number')],
    ['absent is missing', () => fields.requiredObject('absent')],
    ['absent must be an array', () => fields.requiredArray('absent')],
    ['object must be an array', () => fields.requiredArray('object')],
  ])('%s (case %#)', (reason, read) => {
    expect(read).toThrow(expect.objectContaining({ reason }));
  });
});

describe('links', () => {
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
    const scheme = fc.constantFrom(
      '',
      'https://',
      'http://',
      'tg:',
      'javascript:',
      'data:',
      '<https://',
      ' ',
    );
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
});
