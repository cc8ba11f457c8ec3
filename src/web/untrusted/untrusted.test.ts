import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONFUSABLES, skeleton } from '#contract/confusables.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { foldText } from '#contract/text.ts';
import { safeImageUrl, safeLink } from './links.ts';
import { findImitated, lookAlikeWarning, quoteWarning, verifiedOriginals } from './look-alike.ts';

describe('links', () => {
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
    ['https://router./x', undefined],
    ['https://printer.local./x', undefined],
    ['https://wiki.corp/x', undefined],
    ['https://nas.home.arpa/x', undefined],
    ['https://i.ibb.co./67.jpg', 'https://i.ibb.co./67.jpg'],
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
        expect(url === undefined || url.startsWith('https://') || url.startsWith(`${trusted[0]}/`)).toBe(
          true,
        );
      }),
    );
  });
});

describe('look alike', () => {
  function jetton(
    address: string,
    symbol: string,
    verification: VerificationStatus,
    name = `Name ${address}`,
  ) {
    return { identity: { address, name, symbol }, verification };
  }
  /** The imitated jettons by address of the imitation. */
  function lookAlikes(jettons: readonly ReturnType<typeof jetton>[]) {
    const originals = verifiedOriginals(jettons);
    return new Map(
      jettons.flatMap((one) => {
        const original = findImitated(one, originals);
        return original ? [[one.identity.address, original] as const] : [];
      }),
    );
  }
  const imitations = (jettons: ReturnType<typeof jetton>[]) =>
    [...lookAlikes(jettons)].map(([address, original]) => `${address} as ${original.identity.address}`);
  const imitates = (symbol: string, original: string) =>
    imitations([jetton('original', original, 'JVS_VERIFIED'), jetton('other', symbol, 'JVS_NONE')]).length >
    0;

  test.each([
    ['USDT', 'USD₮'],
    ['USDТ', 'USDT'],
    ['usdт', 'USDT'],
    ['ꓴSDT'.replace('ꓴ', 'U'), 'USDT'],
    ['U$DT', 'USDT'],
    ['U5DT', 'USDT'],
    ['USDT\u200B', 'USDT'],
    ['USDT ✅', 'USDT'],
    ['ＵＳＤＴ', 'USDT'],
    ['𝐔𝐒𝐃𝐓', 'USDT'],
    ['ÜŠDT', 'USDT'],
    ['N0T', 'NOT'],
    ['ΝΟТ', 'NOT'],
    ['not', 'NOT'],
    ['D0GS', 'DOGS'],
    ['Dоgs', 'DOGS'],
    ['PlANO', 'PIANO'],
    ['1NCH', 'INCH'],
    ['wallet', 'WALLET'],
    ['rnoon', 'moon'],
    ['$NOT', 'NOT'],
    ['$OL', 'SOL'],
  ])('%s looks like %s', (symbol, original) => {
    expect(imitates(symbol, original)).toBe(true);
  });

  test.each([
    ['DOG', 'DOGS'],
    ['AIL', 'ALL'],
    ['TONE', 'TON'],
    ['金狗', 'TON'],
    ['НЕТ', 'NOT'],
    ['✅', '✔'],
    ['X', 'Х'],
  ])('%s does not look like %s', (symbol, original) => {
    expect(imitates(symbol, original)).toBe(false);
  });

  // "rn" looks like the single letter m, which is too short to be compared.
  const latin = fc.stringMatching(/^[A-Za-z]{2,10}$/).filter((word) => skeleton(word).length > 1);

  test('whatever the search finds as equal looks alike', () => {
    const missed: string[] = [];
    for (let point = 0; point <= 0x10_ff_ff; point += 1) {
      const symbol = `${String.fromCodePoint(point)}ype`;
      const folded = foldText(symbol);
      if (folded !== symbol && /^[\p{L}\p{N}]/u.test(symbol) && !imitates(symbol, folded))
        missed.push(symbol);
    }
    expect(missed).toEqual([]);
  });

  test('detects every replacement by a confusable letter', () => {
    fc.assert(
      fc.property(latin, fc.infiniteStream(fc.nat()), (word, choices) => {
        const swapped = [...word].map((letter) => {
          const all = [...(CONFUSABLES[letter] ?? letter)];
          return all[Number(choices.next().value) % all.length];
        });
        expect(skeleton(swapped.join(''))).toBe(skeleton(word));
        expect(imitates(swapped.join(''), word)).toBe(true);
      }),
    );
  });

  test('every confusable belongs to one letter, and letters map to themselves', () => {
    const all = Object.values(CONFUSABLES).flatMap((letters) => [...letters]);
    expect(new Set(all).size).toBe(all.length);
    for (const letter of Object.keys(CONFUSABLES)) expect(skeleton(letter)).toBe(letter);
  });

  describe('the native coin', () => {
    const warningOf = (symbol: string, name?: string, status: VerificationStatus = 'JVS_NONE') =>
      lookAlikeWarning(jetton('other', symbol, status, name), verifiedOriginals([]));

    test.each([
      ['GRAM', 'GRAM'],
      ['gram', 'GRAM'],
      ['GRАM', 'GRAM'],
      ['TON', 'TON'],
      ['T0N', 'TON'],
      ['ТОN\u200B', 'TON'],
    ])('%j looks like %s', (symbol, name) => {
      expect(warningOf(symbol)).toBe(`Looks like ${name}, but is not the native coin`);
    });

    test('names are compared too, also of verified jettons', () => {
      expect(warningOf('XYZ', 'Tоncoin')).toBe('Looks like Toncoin, but is not the native coin');
      expect(warningOf('XYZ', 'Gram ✅')).toMatch('not the native coin');
      expect(warningOf('GRAM', 'Gram', 'JVS_VERIFIED')).toMatch('not the native coin');
    });

    test.each(['GRAMMAR', 'tsTON', 'NOT', 'Telegram', 'Staked Gram'])('%s is no look-alike', (symbol) => {
      expect(warningOf(symbol)).toBeUndefined();
    });

    test('does not imitate itself', () => {
      const coin = jetton(`0:${'0'.repeat(64)}`, 'TON', 'JVS_NONE', 'Toncoin');
      expect(lookAlikeWarning(coin, verifiedOriginals([]))).toBeUndefined();
    });
  });

  describe('in a list', () => {
    test('flags only unverified jettons that look like a verified jetton of the list', () => {
      const list = [
        jetton('fake', 'USDТ', 'JVS_NONE'),
        jetton('scam', 'usdt', 'JVS_SCAM'),
        jetton('approved', 'USDT', 'JVS_APPROVED'),
        jetton('community', 'USDT', 'JVS_COMMUNITY_VERIFIED'),
        jetton('real', 'USDT', 'JVS_VERIFIED'),
        jetton('also real', 'USDT', 'JVS_VERIFIED'),
        jetton('cyrillic', 'НОТ', 'JVS_NONE'),
        jetton('named', 'XYZ', 'JVS_NONE', 'U S D T'),
      ];
      expect(imitations(list)).toEqual(['fake as real', 'scam as real', 'approved as real', 'named as real']);
      expect(imitations(list.filter(({ verification }) => verification !== 'JVS_VERIFIED'))).toEqual([]);
    });

    test('does not depend on the order of the list', () => {
      const statuses = fc.constantFrom<VerificationStatus>('JVS_NONE', 'JVS_VERIFIED');
      const lists = fc.uniqueArray(
        fc.record({
          address: fc.string(),
          symbol: fc.constantFrom('NOT', 'N0T', 'DOGS', 'D0GS', 'Cat'),
          status: statuses,
        }),
        { selector: ({ address }) => address },
      );
      fc.assert(
        fc.property(lists, (entries) => {
          const list = entries.map(({ address, symbol, status }) => jetton(address, symbol, status, symbol));
          const found = lookAlikes(list);
          expect(new Set(lookAlikes(list.toReversed()).keys())).toEqual(new Set(found.keys()));
          for (const [address, original] of found) {
            expect(original.verification).toBe('JVS_VERIFIED');
            expect(original.identity.address).not.toBe(address);
          }
        }),
      );
    });
  });

  test('a quote that looks like the coin or a verified jetton is flagged, but not that jetton itself', () => {
    const original = jetton('original', 'USDT', 'JVS_VERIFIED', 'Tether');
    const originals = verifiedOriginals([original]);
    expect(quoteWarning(original.identity, originals)).toBeUndefined();
    expect(quoteWarning(jetton('other', 'NOT', 'JVS_NONE').identity, originals)).toBeUndefined();
    expect(quoteWarning(jetton('other', 'U5DT', 'JVS_NONE').identity, originals)).toBe(
      'The quote looks like USDT (Tether), but is another jetton',
    );
    expect(quoteWarning(jetton('other', 'T0N', 'JVS_NONE').identity, originals)).toBe(
      'The quote looks like TON, but is not the native coin',
    );
  });
});
