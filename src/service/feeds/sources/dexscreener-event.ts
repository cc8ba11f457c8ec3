import type { RawAddress } from '#contract/address.ts';
import { MAX_INT64 } from '#contract/amount.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import type { ReservesRecord, SwapRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import {
  readAddress,
  readDecimal,
  readInt64,
  readSmallInteger,
  readUnixSeconds,
} from '#service/validation/values.ts';
import { LenientReader } from './jetton-facts.ts';
import { eventKey } from './read-response.ts';

export interface Block {
  readonly number: bigint;
  readonly time: Date;
}

export interface AdapterEvent {
  /** The event as it was sent, and its key. */
  readonly item: unknown;
  readonly key: string;
  readonly block: Block;
  readonly pool: RawAddress;
  /** The pool as the source spells it. */
  readonly pairId: string;
  readonly swap?: SwapRecord<Amount>;
  readonly reserves?: ReservesRecord<Amount>;
}

/** Blocks, transactions and events have an index each; together they replace the logical time. */
const INDICES = 1000;

/** Reads an event in either dialect; undefined if there is nothing to store. Throws BadValueError. */
export function readEvent(item: unknown): AdapterEvent | undefined {
  const fields = toFields(item);
  const type = fields.required('eventType', (_, text) => text.toLowerCase());
  if (type !== 'swap' && type !== 'join' && type !== 'exit') return undefined;
  const reserves = readReserves(fields.object('reserves'));
  if (type !== 'swap' && reserves === undefined) return undefined;
  const block = readBlock(fields.requiredObject('block'));
  const pairId = fields.required('pairId', (_, text) => text);
  const pool = readAddress('pairId', pairId);
  const event = { item, key: eventKey(item), block, pool, pairId };
  if (type !== 'swap') {
    const lt = new LenientReader().read(() => readLt(block, fields));
    return { ...event, ...(reserves && { reserves: { ...reserves, pool, time: block.time, lt } }) };
  }
  const swap = {
    pool,
    trader: fields.required('maker', readAddress),
    time: block.time,
    lt: readLt(block, fields),
    txHash: fields.txHash('txnId'),
    ...readAmounts(fields),
    ...reserves,
  };
  return { ...event, swap };
}

/** Reads number and time of a block. Throws BadValueError. */
export function readBlock(fields: Fields): Block {
  return {
    number: BigInt(fields.required('blockNumber', readInt64)),
    time: new Date(fields.required('blockTimestamp', readUnixSeconds) * 1000),
  };
}

function readLt({ number }: Block, fields: Fields): bigint {
  const readIndex = (name: string, text: string) => readSmallInteger(name, text, INDICES - 1);
  const index = fields.required('txnIndex', readIndex) * INDICES + fields.required('eventIndex', readIndex);
  const lt = number * BigInt(INDICES ** 2) + BigInt(index);
  if (lt > MAX_INT64) throw new BadValueError('blockNumber exceeds the range of logical times', number);
  return lt;
}

/** Returns the block of a logical time. */
export function blockOf(lt: bigint): bigint {
  return lt / BigInt(INDICES ** 2);
}

function readAmounts(fields: Fields): Pick<SwapRecord<Amount>, 'sold0' | 'amount0' | 'amount1'> {
  const in0 = readAmount(fields, '0In');
  const in1 = readAmount(fields, '1In');
  const out0 = readAmount(fields, '0Out');
  const out1 = readAmount(fields, '1Out');
  if (in0 && out1 && !in1 && !out0) return { sold0: true, amount0: in0, amount1: out1 };
  if (in1 && out0 && !in0 && !out1) return { sold0: false, amount0: out0, amount1: in1 };
  throw new BadValueError('one amount must go in, and the other out');
}

/** Reads an amount under its name in either dialect; undefined if it is missing or 0. */
function readAmount(fields: Fields, suffix: string): Amount | undefined {
  const units =
    fields.optional(`asset${suffix}`, readDecimal) ?? fields.optional(`amount${suffix}`, readDecimal);
  return units === undefined || units === '0' ? undefined : { units };
}

function readReserves(
  fields: Fields | undefined,
): Pick<ReservesRecord<Amount>, 'reserve0' | 'reserve1'> | undefined {
  const reserve0 = fields?.optional('asset0', readDecimal);
  const reserve1 = fields?.optional('asset1', readDecimal);
  if (reserve0 === undefined || reserve1 === undefined) return undefined;
  return { reserve0: { units: reserve0 }, reserve1: { units: reserve1 } };
}
