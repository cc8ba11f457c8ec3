import { type GeneratedMarket, generateMarket } from '#testing/market/market-generator.ts';

/** A jetton with every field of the dataset format. */
export const completeJetton = {
  name: 'The apple',
  symbol: 'APPLE',
  description: 'A jetton with every field',
  image: 'https://pictures.example/apple.png',
  websites: ['https://apple.example/'],
  social: ['https://t.me/apple'],
  admin: `0:${'a'.repeat(64)}`,
  offchainAdmin: `-1:${'b'.repeat(64)}`,
  totalSupply: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  circulatingSupply: '18446744073709551616',
  mintable: true,
  modifiedContract: false,
  verification: 'JVS_VERIFIED',
  createdAt: '2024-02-29T23:59:59Z',
  holdersCount: '9223372036854775807',
  holdersChangedAt: '2026-01-15T01:02:03Z',
  trustScore: 77,
  trustScoreUpdatedAt: '2026-01-16T04:05:06Z',
  warnings: [
    { source: 'stonfi', kinds: ['taxable', 'suspicious'] },
    { source: 'an.indexer', kinds: ['fake'] },
  ],
};

/** Returns a generated market in which one jetton is `completeJetton`. */
export function completeMarket(): GeneratedMarket {
  const { files, ...market } = generateMarket(2);
  const jettons = files.jettons.map((jetton) =>
    'name' in jetton && jetton.name === completeJetton.name ? { ...jetton, ...completeJetton } : jetton,
  );
  return { ...market, files: { ...files, jettons } };
}
