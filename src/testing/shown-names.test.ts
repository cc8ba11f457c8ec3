import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { getJettons } from '#service/operations/jettons.ts';
import { search } from '#service/operations/search.ts';
import type { Store } from '#service/store/database.ts';
import { decodeListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { searchLengthError } from '#web/list/list-filter.ts';
import { listFilterOf, parseScreen } from '#web/list/list-state.ts';
import { importClock, importFiles } from './datasets/dataset-folder.ts';
import { jsonLines, smallDataset, swapHeader } from './datasets/small-dataset.ts';
import { serviceOf } from './service/http-app.ts';
import { describeOnEachStore } from './stores/describe-on-each-store.ts';

const caller = { baseUrl: 'https://jetscope.example' };

const invisible = fc.constantFrom(
  '\u200B',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u202E',
  '\u3164',
  '\u0000',
);
const blank = fc.constantFrom(' ', '  ', '\u00A0', '\u2003\u2003', '\n', '\t', ' \u200B ');
const letter = fc.oneof(
  fc.constantFrom(...'abcXYZéÉйЙçñŐİIıißẞſΣςﬁ₮$0一狗한국어각🚀'),
  fc.constantFrom(...'ＵＳＤｔｏｎ０ｶ'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const part = fc.oneof({ weight: 6, arbitrary: letter }, invisible, blank);
const form = fc.constantFrom('NFC', 'NFD', undefined);
const name = fc.oneof(
  fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 16 }), form)
    .map(([parts, unicode]) => (unicode ? parts.join('').normalize(unicode) : parts.join(''))),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

const addressAt = (index: number) => `0:${(index + 1).toString(16).padStart(64, '0')}`;

describeOnEachStore('the name and the symbol that the page shows', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
  });

  async function serviceWith(names: readonly string[]): Promise<ServiceContext> {
    const jettons = names.map((text, index) => ({
      address: addressAt(index),
      name: text,
      symbol: names.at(index - 1),
    }));
    const files = { 'jettons.json': jsonLines(jettons), 'pools.json': '[]', 'swaps.csv': `${swapHeader}\n` };
    await importFiles(store, smallDataset(files));
    return serviceOf({ AS_OF: importClock.toISOString() }, store);
  }

  async function list(service: ServiceContext, filter: object) {
    const input = z.parse(jettonListFilter, { ...filter, limit: MAX_LIMIT });
    const { jettons } = await getJettons(service, input, caller);
    return jettons.flatMap((item) => decodeListedJetton(item, [])?.identity ?? []);
  }

  test('find their jetton, in a link to the list and in the search', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 30, maxLength: 60 }), async (names) => {
        const service = await serviceWith(names);
        const shown = await list(service, {});
        expect(shown).toHaveLength(names.length);
        for (const identity of shown) {
          for (const text of [identity.name, identity.symbol]) {
            if (['Unnamed', '?'].includes(text)) continue;
            const { items } = await search(service, { q: text, limit: MAX_LIMIT }, caller);
            const found = items.map(({ jetton }) => jetton.metadata.address);
            expect({ text, found }).toEqual({ text, found: expect.arrayContaining([identity.address]) });
            if (searchLengthError(text) !== undefined) continue;
            const { screen } = parseScreen(parseQuery(stringifyQuery({ search: text })));
            const listed = (await list(service, listFilterOf(screen))).map(({ address }) => address);
            expect({ text, listed }).toEqual({ text, listed: expect.arrayContaining([identity.address]) });
          }
        }
      }),
      // Each smaller counterexample would take a second.
      { numRuns: 5, endOnFailure: true },
    );
  });
});
