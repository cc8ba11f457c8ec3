import * as z from 'zod';
import { parseAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Dataset } from '#testing/oracle/read-dataset.ts';
import { type Defect, positionOf, type UpstreamEvent } from '#tools/upstream/event-book.ts';
import { digits, parseInput, Rejection, type ServedEvents, type Source } from '#tools/upstream/source.ts';
import {
  assetOfPool,
  decimalsOf,
  paddedWholeUnits,
  parseAsset,
  spelled,
  stableFraction,
  stablePick,
  wholeUnits,
} from '#tools/upstream/values.ts';

/** Decimals of up to this many digits survive the conversion to a number and back. */
const EXACT_DIGITS = 15;
const MAX_BLOCKS = 1_000;
const WRONG_BLOCK = 10 ** 15;
const blocks = z
  .object({ fromBlock: digits, toBlock: digits })
  .refine(({ fromBlock, toBlock }) => toBlock >= fromBlock && toBlock - fromBlock < MAX_BLOCKS, {
    error: `expected 1 to ${MAX_BLOCKS} blocks`,
  });

/** Serves a DEX Screener adapter of an exchange. */
export function dexscreenerSource({ market, book, withDecimals }: ServedEvents, exchange: string): Source {
  const assets = new Set([...book.pools.values()].flatMap((pool) => pool.assets));
  return {
    'GET /latest-block': ({ headTime, clockShift, hasWrongHead }) => ({
      block: {
        blockNumber: hasWrongHead ? WRONG_BLOCK : book.headBlock(headTime),
        blockTimestamp: Math.floor((headTime + clockShift) / 1000),
      },
    }),
    'GET /asset': ({ query }) => {
      const id = query.get('id') ?? '';
      const address = parseAsset(id);
      if (address === undefined || !assets.has(address)) throw new Rejection(404, 'Asset not found');
      const jetton = market.jettons.get(address);
      const { name, symbol } = jetton ?? { name: 'Gram', symbol: 'GRAM' };
      const decimals = decimalsOf(market, address);
      const totalSupply = wholeUnits(jetton?.totalSupply ?? 0n, decimals);
      return { asset: { id, name, symbol, totalSupply, ...(withDecimals && { decimals }) } };
    },
    'GET /pair': ({ query }) => {
      const pool = book.pools.get(parseAddress(query.get('id') ?? '') ?? '');
      if (!pool) throw new Rejection(404, 'Pair not found');
      const { address, assets, createdAt } = pool;
      // TON is wrapped in some pools and called `native` in others.
      const isNative = stableFraction(`native ${address}`) < 0.3;
      const idOf = (index: 0 | 1) =>
        isNative && assets[index] === TON_ADDRESS ? 'native' : spelled(assetOfPool(pool, index));
      const created = createdAt !== undefined && { createdAtBlockTimestamp: Math.floor(createdAt / 1000) };
      const [asset0Id, asset1Id] = [idOf(0), idOf(1)];
      return { pair: { id: spelled(address), dexKey: exchange, asset0Id, asset1Id, feeBps: 30, ...created } };
    },
    'GET /events': ({ query, now }) => {
      const { fromBlock, toBlock } = parseInput(blocks, Object.fromEntries(query));
      if (toBlock > book.headBlock(now))
        throw new Rejection(503, 'Block not available yet', { 'retry-after': '1' });
      return { events: book.ofBlocks(fromBlock, toBlock, now).map((event) => eventInfo(market, event)) };
    },
  };
}

function eventInfo(market: Dataset, event: UpstreamEvent) {
  const { pool, lt, time, reserves, defect } = event;
  const { block, transaction, event: eventIndex } = positionOf(lt);
  const fields = {
    block: { blockNumber: block, blockTimestamp: Math.floor(time / 1000) },
    txnId: event.hash ?? '',
    txnIndex: transaction,
    eventIndex,
    maker: spelled(event.wallet),
    pairId: spelled(pool.address),
    ...(event.type === 'swap' ? swapFields(market, event) : liquidityFields(market, event)),
    reserves: reserves && {
      asset0: reserveText(market, event, reserves[0], 0),
      asset1: reserveText(market, event, reserves[1], 1),
    },
  };
  return { ...fields, ...(defect && defectsOf(market, event)[defect]) };
}

/** Names of a swap's amounts by the index of the sold asset: what goes in, then what comes out. */
const amountNames = [
  ['asset0In', 'asset1Out'],
  ['asset1In', 'asset0Out'],
] as const;

function swapFields(market: Dataset, event: UpstreamEvent) {
  const { sold, amounts } = event;
  const [nameIn, nameOut] = amountNames[sold];
  const bought = sold === 0 ? 1 : 0;
  return {
    eventType: 'swap',
    [nameIn]: amountValue(market, event, amounts[sold], sold),
    [nameOut]: amountValue(market, event, amounts[bought], bought),
    // Required, but feeds must calculate prices from amounts.
    priceNative: '1',
  };
}

function liquidityFields(market: Dataset, event: UpstreamEvent) {
  return {
    eventType: ['join', 'exit'][event.sold],
    amount0: amountValue(market, event, 1_000n, 0),
    amount1: amountValue(market, event, 1_000n, 1),
  };
}

/** A decimal in whole units: text with or without trailing zeros, or a number. */
function amountValue(market: Dataset, { key, pool }: UpstreamEvent, units: bigint, index: 0 | 1) {
  const decimals = decimalsOf(market, pool.assets[index]);
  const text = wholeUnits(units, decimals);
  const isExact = text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;
  const number = isExact ? Number(text) : text;
  return stablePick<string | number>(`${index} ${key}`, [text, number, paddedWholeUnits(units, decimals)]);
}

/** A decimal in whole units, sometimes with more digits than the asset has decimals. */
function reserveText(market: Dataset, { key, pool }: UpstreamEvent, units: bigint, index: 0 | 1): string {
  const decimals = decimalsOf(market, pool.assets[index]);
  if (stableFraction(`reserve ${index} ${key}`) > 0.3) return wholeUnits(units, decimals);
  return `${paddedWholeUnits(units, decimals)}${decimals === 0 ? '.75' : '75'}`;
}

function defectsOf(market: Dataset, { pool, key, sold }: UpstreamEvent): Record<Defect, object> {
  const [nameIn, nameOut] = amountNames[sold];
  const surplusDigits = '3'.repeat(decimalsOf(market, pool.assets[sold]) + 1);
  return {
    'missing field': { [stablePick(key, ['block', 'pairId', nameOut])]: undefined },
    'wrong type': { maker: [] },
    'too many digits': { [nameIn]: `1.${surplusDigits}` },
    'unknown type': { eventType: 'flash_swap' },
    'zero amounts': { [nameIn]: '0', [nameOut]: 0 },
  };
}
