import { expect, test } from 'vitest';
import { jettonSearch } from './jetton-search.ts';

const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';

test.each([
  [friendly, { market: friendly }],
  ['0:906697A57AF1CDB1BC39214B7049AE02B3C92A5B0C342AC61E0EB8BD9304B5F1', { market: friendly }],
  ['nonsense', {}],
  [[friendly, friendly], {}],
  [undefined, {}],
])('market %j is read as %j', (market, search) => {
  expect(jettonSearch({ market })).toEqual(search);
});
