import { defaultNativeCoin } from '#contract/native-coin.ts';

/** The description of a field, and an example value if one cannot be derived from its type. */
export type FieldDoc = readonly [description: string, example?: unknown];
export type FieldDocs = Readonly<Record<string, FieldDoc>>;

export const JETTON = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
export const POOL = '0:58b33d4721075aa7c69c099649b0d9724b1e2b8b2f48a9f342eba6bc3565398a';
export const HASH = '7c1f0e5b9d3a48c26be4f1d08a5739e2c4d6b8f0135790acebd2468f1b3d5e7a';
export const COIN = defaultNativeCoin.symbol;
export const TON = `0:${'0'.repeat(64)}`;
export const FRIENDLY = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
export const POOL_FRIENDLY = 'EQBYsz1HIQdap8acCZZJsNlySx4riy9IqfNC66a8NWU5igPZ';
export const CURSOR = 'WyIxODIwNDAwIiwiMDo5MDY2OTdhNSJd';

export const exampleAddresses = {
  jetton: JETTON,
  jettonFriendly: FRIENDLY,
  poolFriendly: POOL_FRIENDLY,
} as const;

export const usd = (value: string) => ({ value, decimals: 6 });
export const ton = (value: string) => ({ value, decimals: 9 });
