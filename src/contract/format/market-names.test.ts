import { expect, test } from 'vitest';
import { exchangeName, poolTypeName } from './market-names.ts';

test.each([
  ['stonfi', 'STON.fi'],
  ['dedust', 'DeDust'],
  ['tonco', 'TONCO'],
  ['other\u202E', 'other'],
])('the display name of the exchange %s is %s', (id, name) => {
  expect(exchangeName(id)).toBe(name);
});

test.each([
  ['constant_product', 'Constant product'],
  ['JTN_MRKT_LINEAR', 'Constant product'],
  ['volatile', 'Constant product'],
  ['JTN_MRKT_STABLE', 'Stable swap'],
  ['stable', 'Stable swap'],
  ['JTN_MRKT_WEIGHTED', 'Weighted'],
  ['JTN_MRKT_WEIGHTED_STABLE', 'Weighted stable'],
  ['JTN_MRKT_UNKNOWN', 'Unknown'],
  ['JTN_MRKT_STABLE_SWAP', 'Stable swap'],
  ['weighted\u200B', 'Weighted'],
  ['CLMM', 'CLMM'],
  ['', ''],
])('the display name of the pool type %j is %j', (type, name) => {
  expect(poolTypeName(type)).toBe(name);
});
