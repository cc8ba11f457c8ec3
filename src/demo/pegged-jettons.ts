export interface PeggedJetton {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly description: string;
  /** Price at the start of the window, in USD or in the native coin. */
  readonly usd?: number;
  readonly ton?: number;
  /** Typical daily change of that price. */
  readonly volatility: number;
  /** Annual growth. */
  readonly yield?: number;
  /** Whether the price returns to its peg. Such jettons trade in stable pools. */
  readonly stablePools?: true;
}

/** Jettons whose value is tied to something outside the market. */
// biome-ignore format: a table
export const peggedJettons: readonly PeggedJetton[] = [
  {
    name: 'Tidewater Staked Gram', symbol: 'twGRAM', decimals: 9, ton: 1.0842, volatility: 0.0003, yield: 0.036, stablePools: true,
    description: 'Gram staked with a pool of validators. Rewards increase its price.',
  },
  {
    name: 'Meridian Dollar', symbol: 'MERUSD', decimals: 6, usd: 1, volatility: 0.0007, stablePools: true,
    description: 'A dollar backed by short-term government bills.',
  },
  {
    name: 'Old Masters Share', symbol: 'OMS', decimals: 9, usd: 94_200, volatility: 0.012,
    description: 'One share in a vault of Old Master paintings.',
  },
  {
    name: 'Larkspur Staked Gram', symbol: 'lsGRAM', decimals: 9, ton: 1.0317, volatility: 0.0005, yield: 0.041, stablePools: true,
    description: 'Liquid staking without a minimum amount.',
  },
  {
    name: 'Assay Gold Ounce', symbol: 'AGO', decimals: 6, usd: 3_920, volatility: 0.009,
    description: 'One ounce of fine gold, backed by numbered bars in a vault.',
  },
  {
    name: 'Quayside Euro', symbol: 'QEUR', decimals: 6, usd: 1.153, volatility: 0.004,
    description: 'A euro held at a bank in the euro area.',
  },
  {
    name: 'Copperline Dollar', symbol: 'CLD', decimals: 18, usd: 0.998, volatility: 0.0016, stablePools: true,
    description: 'A dollar kept near its peg by an overcollateralized vault.',
  },
  {
    name: 'Northfield Wheat Tonne', symbol: 'NWT', decimals: 9, usd: 214, volatility: 0.014,
    description: 'One tonne of milling wheat in a certified silo.',
  },
];
