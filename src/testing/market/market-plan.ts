/** Jettons and pools of every generated market. Properties that are not set here are random. */

export const WRAPPED = 'wrapped';
export const TON = 'ton';

export const stableNames = ['dollar', 'second dollar'] as const;

export interface JettonPlan {
  readonly name: string;
  readonly decimals?: number;
  /** Base units per TON. */
  readonly unitsPerTon?: number;
}

export const jettonPlans: readonly JettonPlan[] = [
  { name: 'dollar', decimals: 6, unitsPerTon: 3e6 },
  { name: 'second dollar', decimals: 9, unitsPerTon: 3e9 },
  { name: 'apple' },
  { name: 'berry' },
  { name: 'cherry' },
  { name: 'drained' },
  { name: 'tiny', decimals: 0, unitsPerTon: 3e23 },
  { name: 'huge', decimals: 18, unitsPerTon: 7e6 },
  { name: 'behind apple' },
  { name: 'behind nothing' },
  { name: 'also behind nothing' },
  { name: 'silent' },
  { name: 'dusty', unitsPerTon: 2e4 },
  { name: 'one-sided' },
  { name: 'without pools' },
];

/** Source of a pool's reserves: reported by the pool, by its swaps, by both, or unknown. */
export type Reserves = 'never' | 'own' | 'own, after the clock' | 'swaps' | 'both';

export interface PoolPlan {
  readonly assets: readonly [string, string];
  readonly reserves?: Reserves;
  /** Reserve of the counterpart as reported by the pool; equal for pools that must tie in rank. */
  readonly tonReserve?: string;
  readonly swaps?: 'none' | 'dust' | 'buys of the second' | 'recent';
}

export const poolPlans: readonly PoolPlan[] = [
  { assets: [TON, 'dollar'], reserves: 'swaps' },
  { assets: [TON, 'dollar'] },
  { assets: [TON, 'second dollar'] },
  { assets: ['dollar', 'second dollar'] },
  { assets: [TON, 'apple'], reserves: 'own', tonReserve: '5000000000000' },
  { assets: [TON, 'apple'], reserves: 'own', tonReserve: '5000000000000' },
  { assets: ['apple', 'dollar'] },
  { assets: [TON, 'berry'], reserves: 'never' },
  { assets: [TON, 'berry'], reserves: 'never' },
  { assets: ['berry', 'second dollar'], reserves: 'own, after the clock' },
  { assets: ['dollar', 'cherry'], reserves: 'both' },
  { assets: [TON, 'drained'], reserves: 'own', tonReserve: '0' },
  { assets: ['dollar', 'drained'] },
  { assets: [TON, 'tiny'] },
  { assets: [WRAPPED, 'huge'] },
  { assets: ['tiny', 'huge'] },
  { assets: ['apple', 'behind apple'], reserves: 'both' },
  { assets: ['cherry', 'behind apple'] },
  { assets: ['behind apple', 'behind nothing'] },
  { assets: ['behind nothing', 'also behind nothing'], reserves: 'swaps' },
  { assets: ['apple', 'berry'] },
  { assets: [TON, 'silent'], reserves: 'own', swaps: 'none' },
  { assets: [TON, 'dusty'], swaps: 'dust' },
  { assets: [TON, 'one-sided'], swaps: 'buys of the second' },
  { assets: ['dollar', 'one-sided'], swaps: 'recent', reserves: 'never' },
];
