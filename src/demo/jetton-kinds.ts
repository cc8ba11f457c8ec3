/** Parameters of the price, trading and size of a kind of jetton. */
export interface KindTraits {
  /** Range of the typical daily change, as a share of the price. */
  readonly volatility: readonly [number, number];
  /** Drift of the logarithm over the window: mean and standard deviation. */
  readonly drift: readonly [number, number];
  /** Sensitivity of the price to market sentiment. */
  readonly sentiment: number;
  /** Swaps, liquidity and market value relative to an ordinary jetton of the same rank. */
  readonly activity: number;
  readonly liquidity: number;
  readonly value: number;
  /** Trades over the window that keep the price of each further pool near that of the deepest. */
  readonly arbitrage: number;
  readonly minPools: number;
  readonly canHaveMorePools: boolean;
  /** Number of these among 100 jettons after the leaders. */
  readonly quota: number;
}

const ordinary: KindTraits = {
  volatility: [0.06, 0.14],
  drift: [-0.25, 0.5],
  sentiment: 0.4,
  activity: 1,
  liquidity: 1,
  value: 1,
  arbitrage: 0,
  minPools: 1,
  canHaveMorePools: true,
  quota: 0,
};
const single = { ...ordinary, canHaveMorePools: false };
const pegged = { ...ordinary, drift: [0, 0], sentiment: 0 } as const;

const traits = {
  /** Configured USD stablecoins. */
  stable: { ...pegged, volatility: [0.0004, 0.0004], minPools: 2 },
  /** Tied to an external value: other dollars, gold, staked TON. */
  pegged: { ...pegged, volatility: [0.001, 0.02], activity: 0.8, arbitrage: 70, minPools: 3 },
  major: {
    ...ordinary,
    volatility: [0.03, 0.055],
    drift: [0.05, 0.25],
    sentiment: 0.8,
    activity: 1.4,
    arbitrage: 70,
    minPools: 6,
  },
  established: {
    ...ordinary,
    volatility: [0.04, 0.08],
    drift: [-0.05, 0.35],
    activity: 1.2,
    arbitrage: 60,
    minPools: 2,
    quota: 14,
  },
  meme: { ...ordinary, volatility: [0.08, 0.2], drift: [-0.35, 0.7], arbitrage: 14, quota: 34 },
  launch: {
    ...ordinary,
    volatility: [0.12, 0.3],
    drift: [0, 0.3],
    activity: 4,
    liquidity: 0.6,
    arbitrage: 14,
    quota: 16,
  },
  rug: { ...single, volatility: [0.1, 0.25], drift: [0.3, 0.4], activity: 2.5, quota: 6 },
  dead: { ...ordinary, drift: [-1.2, 0.5], activity: 0.3, liquidity: 0.05, value: 0.1, quota: 14 },
  lookalike: { ...single, activity: 0.12, liquidity: 0.02, value: 0.01, quota: 4 },
  scam: { ...single, activity: 0.08, liquidity: 0.02, value: 0.05, minPools: 0, quota: 3 },
  unlisted: { ...single, activity: 0, value: 0.2, minPools: 0, quota: 9 },
} satisfies Record<string, KindTraits>;

export type JettonKind = keyof typeof traits;
export const jettonKinds = Object.keys(traits) as JettonKind[];
export const kindTraits: Readonly<Record<JettonKind, KindTraits>> = traits;
