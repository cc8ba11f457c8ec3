/** What becomes of a jetton, and how it trades. */
export interface KindTraits {
  /** Typical change of a day, lowest and highest, as a share of the price. */
  readonly volatility: readonly [number, number];
  /** Drift over the whole window: middle and spread of the logarithm. */
  readonly drift: readonly [number, number];
  /** How far the price follows the buyBias of the whole market. */
  readonly sentiment: number;
  /** Swaps, liquidity and value beside another jetton of the same rank. */
  readonly activity: number;
  readonly liquidity: number;
  readonly value: number;
  /** Pools at least, and whether more may be opened. */
  readonly pools: number;
  readonly morePools: boolean;
  /** Of 100 jettons behind the leaderCount. */
  readonly quota: number;
}

const ordinary: KindTraits = {
  volatility: [0.06, 0.14],
  drift: [-0.25, 0.5],
  sentiment: 0.4,
  activity: 1,
  liquidity: 1,
  value: 1,
  pools: 1,
  morePools: true,
  quota: 0,
};

export const traitsByKind = {
  /** Configured USD stable coins. */
  stable: { ...ordinary, volatility: [0.0004, 0.0004], drift: [0, 0], sentiment: 0, pools: 2 },
  /** Worth what something outside is worth: other dollars, gold, staked TON. */
  pegged: { ...ordinary, volatility: [0.001, 0.02], drift: [0, 0], sentiment: 0, activity: 0.8, pools: 3 },
  major: {
    ...ordinary,
    volatility: [0.03, 0.055],
    drift: [0.05, 0.25],
    sentiment: 0.8,
    activity: 1.4,
    pools: 6,
  },
  established: {
    ...ordinary,
    volatility: [0.04, 0.08],
    drift: [-0.05, 0.35],
    activity: 1.2,
    pools: 2,
    quota: 14,
  },
  meme: { ...ordinary, volatility: [0.08, 0.2], drift: [-0.35, 0.7], quota: 34 },
  launch: { ...ordinary, volatility: [0.12, 0.3], drift: [0, 0.3], activity: 4, liquidity: 0.6, quota: 16 },
  rug: { ...ordinary, volatility: [0.1, 0.25], drift: [0.3, 0.4], activity: 2.5, morePools: false, quota: 6 },
  dead: { ...ordinary, drift: [-1.2, 0.5], activity: 0.3, liquidity: 0.05, value: 0.1, quota: 14 },
  lookalike: { ...ordinary, activity: 0.12, liquidity: 0.02, value: 0.01, morePools: false, quota: 4 },
  scam: { ...ordinary, activity: 0.08, liquidity: 0.02, value: 0.05, pools: 0, morePools: false, quota: 3 },
  unlisted: { ...ordinary, activity: 0, value: 0.2, pools: 0, morePools: false, quota: 9 },
} as const satisfies Record<string, KindTraits>;

export type JettonKind = keyof typeof traitsByKind;

export const jettonKinds: readonly JettonKind[] = [
  'stable',
  'pegged',
  'major',
  'established',
  'meme',
  'launch',
  'rug',
  'dead',
  'lookalike',
  'scam',
  'unlisted',
];

export function traitsOf(kind: JettonKind): KindTraits {
  return traitsByKind[kind];
}
