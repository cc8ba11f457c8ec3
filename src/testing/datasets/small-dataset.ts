import { TON_ADDRESS } from '#contract/address.ts';

/** Returns the address whose hash is `letter` repeated 64 times. */
export function addressOf(letter: string): string {
  return `0:${letter.repeat(64)}`;
}

export const swapHeader =
  'tx_hash,event_time,lt,trader_address,pool_address,token_sold_address,token_bought_address,amount_sold_raw,amount_bought_raw,volume_usd,volume_ton,reserve0_raw,reserve1_raw';

const swap = {
  tx_hash: 'aa',
  event_time: '1769673000',
  lt: '1',
  trader_address: addressOf('e'),
  pool_address: addressOf('c'),
  token_sold_address: TON_ADDRESS,
  token_bought_address: addressOf('a'),
  amount_sold_raw: '1000000000',
  amount_bought_raw: '2000000',
  volume_usd: '1.5',
  volume_ton: '',
  reserve0_raw: '',
  reserve1_raw: '',
};
export type SwapCells = typeof swap;

/** Returns a row of swaps.csv: a buy of jetton a for TON in pool c, with `cells` overriding the defaults. */
export function swapRow(cells: Partial<SwapCells> = {}): string {
  return Object.values({ ...swap, ...cells }).join(',');
}

export const jettons = [
  { address: addressOf('a'), name: 'Alpha', symbol: 'ALPHA', decimals: 6 },
  { address: addressOf('b'), name: 'Beta', symbol: 'BETA' },
];

export const pools = [
  { address: addressOf('c'), exchange: 'stonfi', asset0: TON_ADDRESS, asset1: addressOf('a') },
  { address: addressOf('d'), exchange: 'dedust', asset0: addressOf('a'), asset1: addressOf('b') },
];

/** Returns a JSON array with one element per line, starting at line 2. Strings are inserted verbatim. */
export function jsonLines(elements: readonly (object | string)[]): string {
  const texts = elements.map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
  return `[\n${texts.join(',\n')}\n]\n`;
}

/** Returns dataset files with two jettons, two pools and one swap; `changes` replaces files by name. */
export function smallDataset(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    'jettons.json': jsonLines(jettons),
    'pools.json': jsonLines(pools),
    'swaps.csv': `${swapHeader}\n${swapRow()}\n`,
    'fx.csv': 'date,ton,usd,eur\n2026-01-01,0.5,1,0.9\n',
    ...changes,
  };
}
