import { TON_ADDRESS } from '#contract/address.ts';
import { addressOf, jettons, pools, swapRow } from './small-dataset.ts';

type BadRow<Row> = readonly [reason: string, row: Row];

const fresh = { address: addressOf('9') };
const pool = { ...pools[0], address: addressOf('8') };

const TOO_LARGE = String(2n ** 256n);

/** After the small dataset, each row is bad for the reason in front of it. */
export const jettonRows: readonly BadRow<object | string>[] = [
  ['this is not JSON', '{"address": }'],
  ['this is not an object', '"text"'],
  ['address is missing', { name: 'Nameless' }],
  ['address is not a text', { address: [addressOf('9')] }],
  ['address is not an address', { address: `${addressOf('9')}0` }],
  ['address is that of TON itself', { address: TON_ADDRESS }],
  ['address is there twice', { ...jettons[0] }],
  ['name is not a text', { ...fresh, name: {} }],
  ['name is over 1,000 characters', { ...fresh, name: 'x'.repeat(1001) }],
  ['symbol is over 1,000 characters', { ...fresh, symbol: 'x'.repeat(1001) }],
  ['description is over 20,000 characters', { ...fresh, description: 'x'.repeat(20_001) }],
  ['image is over 20,000 characters', { ...fresh, image: 'x'.repeat(20_001) }],
  ['the element is over 1 MB', { ...fresh, unknown: 'x'.repeat(1 << 20) }],
  ['decimals is not an integer', { ...fresh, decimals: 1.5 }],
  ['decimals is over 255', { ...fresh, decimals: '256' }],
  ['websites is not an array of texts', { ...fresh, websites: 'https://alpha.example' }],
  ['social is not an array of texts', { ...fresh, social: [1] }],
  ['websites has over 100 links', { ...fresh, websites: Array(101).fill('https://alpha.example') }],
  ['a link of social is over 2,048 characters', { ...fresh, social: [`https://${'x'.repeat(2048)}`] }],
  ['admin is not an address', { ...fresh, admin: 'EQ' }],
  ['offchainAdmin is not an address', { ...fresh, offchainAdmin: 'EQ' }],
  ['totalSupply needs quotes', { ...fresh, totalSupply: 1e20 }],
  ['totalSupply is not an integer', { ...fresh, totalSupply: '1e20' }],
  ['totalSupply is over 256 bits', { ...fresh, totalSupply: TOO_LARGE }],
  ['circulatingSupply is over 256 bits', { ...fresh, circulatingSupply: '9'.repeat(999) }],
  ['circulatingSupply is not an integer', { ...fresh, circulatingSupply: -1 }],
  ['mintable is not true or false', { ...fresh, mintable: 'true' }],
  ['modifiedContract is not true or false', { ...fresh, modifiedContract: 0 }],
  ['verification is not a verification status', { ...fresh, verification: 'verified' }],
  ['createdAt is not a time', { ...fresh, createdAt: 'yesterday' }],
  ['holdersCount is over 64 bits', { ...fresh, holdersCount: '9223372036854775808' }],
  ['holdersChangedAt is not a time from 2000 to 2099', { ...fresh, holdersChangedAt: 1 }],
  ['trustScore is over 100', { ...fresh, trustScore: 101 }],
  ['trustScoreUpdatedAt is not a time', { ...fresh, trustScoreUpdatedAt: '2026-13-01' }],
];

export const poolRows: readonly BadRow<object | string>[] = [
  ['this is not JSON', ''],
  ['address is missing', {}],
  ['address is not an address', { ...pool, address: 'pool' }],
  ['address is there twice', { ...pools[1] }],
  ['asset0 is missing', { ...pool, asset0: null }],
  ['asset1 is not in jettons.json', { ...pool, asset1: addressOf('9') }],
  ['asset1 is asset0', { ...pool, asset0: pool.asset1 }],
  ['exchange is missing', { ...pool, exchange: '' }],
  ['exchange is not one of stonfi, dedust, tonco', { ...pool, exchange: 'STONFI' }],
  ['type is not a text', { ...pool, type: true }],
  ['type is over 100 characters', { ...pool, type: 'x'.repeat(101) }],
  ['createdAt is not a time', { ...pool, createdAt: '1.1.2026' }],
  ['reserve0 is not an integer', { ...pool, reserve0: '1.5' }],
  ['reserve0 is over 256 bits', { ...pool, reserve0: TOO_LARGE }],
  ['reserve1 is not an integer', { ...pool, reserve1: '-1' }],
  ['reservesAt is not a time', { ...pool, reservesAt: 'now' }],
];

export const swapRows: readonly BadRow<string>[] = [
  ['the number of cells is not that of the header', `${swapRow()},1`],
  ['the row is too long', swapRow({ tx_hash: 'a'.repeat(1 << 16) })],
  ['pool_address is not an address', swapRow({ pool_address: '' })],
  ['pool_address is not in pools.json', swapRow({ pool_address: addressOf('9') })],
  ['event_time is not a time in Unix seconds', swapRow({ event_time: '2026-01-29' })],
  ['event_time is not a time from 2000 to 2099', swapRow({ event_time: '176967300000' })],
  ['lt is not an integer', swapRow({ lt: '1.0' })],
  ['lt is over 64 bits', swapRow({ lt: '9223372036854775808' })],
  ['trader_address is not an address', swapRow({ trader_address: 'me' })],
  ['token_sold_address is not an address', swapRow({ token_sold_address: 'TON' })],
  ['token_sold_address is not an asset of the pool', swapRow({ token_sold_address: addressOf('b') })],
  ['token_bought_address is not an address', swapRow({ token_bought_address: '' })],
  ['token_bought_address is not an asset of the pool', swapRow({ token_bought_address: addressOf('7') })],
  ['token_bought_address is token_sold_address', swapRow({ token_bought_address: TON_ADDRESS })],
  ['amount_sold_raw is not an integer', swapRow({ amount_sold_raw: '1.5' })],
  ['amount_sold_raw is not positive', swapRow({ amount_sold_raw: '0' })],
  ['amount_bought_raw is not an integer', swapRow({ amount_bought_raw: '-5' })],
  ['amount_bought_raw is not positive', swapRow({ amount_bought_raw: '000' })],
  ['amount_sold_raw is over 256 bits', swapRow({ amount_sold_raw: `1${'0'.repeat(330)}` })],
  ['amount_bought_raw is over 256 bits', swapRow({ amount_bought_raw: TOO_LARGE })],
  ['the price is not from 10^-40 to 10^40', swapRow({ amount_sold_raw: '9'.repeat(77) })],
  ['volume_usd is not from 10^-40 to 10^40', swapRow({ volume_usd: '1e41' })],
  ['volume_ton is not from 10^-40 to 10^40', swapRow({ volume_ton: `0.${'0'.repeat(40)}1` })],
  ['volume_usd is not a decimal number', swapRow({ volume_usd: 'NaN' })],
  ['volume_ton is not a decimal number', swapRow({ volume_ton: '-1' })],
  ['reserve0_raw is not an integer', swapRow({ reserve0_raw: '1e9' })],
  ['reserve0_raw is over 256 bits', swapRow({ reserve0_raw: TOO_LARGE })],
  ['reserve1_raw is not an integer', swapRow({ reserve1_raw: 'x' })],
];

export const rateRows: readonly BadRow<string>[] = [
  ['the number of cells is not that of the header', '2026-01-02'],
  ['date is not a date', '2026-02-30,1'],
  ['date is not a time from 2000 to 2099', '0000-01-01,1'],
  ['date is there twice', '2026-01-01,1'],
  ['eur is not a decimal number', '2026-01-02,1;5'],
  ['eur is not from 10^-40 to 10^40', '2026-01-02,1e-41'],
  ['eur is not positive', '2026-01-03,0.0'],
];
