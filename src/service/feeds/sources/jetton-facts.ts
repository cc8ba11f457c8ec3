import type { RawAddress } from '#contract/address.ts';
import type { InvalidEvent, MetadataSource, SourceData } from '#service/feeds/client/source.ts';
import type { JettonClaims, JettonFacts, Multiplier } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { MAX_ORDERS_OF_MAGNITUDE } from '#service/validation/limits.ts';
import { readDecimals } from '#service/validation/read-jetton.ts';
import { readDecimal } from '#service/validation/values.ts';
import { readEvents } from './read-response.ts';

/** Reads name, symbol, image and decimals, which sources of swaps name differently. Invalid ones are missing. */
export function readAssetFacts(
  address: RawAddress,
  fields: Fields,
  names: { readonly name?: string; readonly symbol?: string; readonly image?: string } = {},
): JettonFacts {
  const facts = new LenientReader();
  return {
    address,
    name: facts.read(() => fields.text('name', names.name)),
    symbol: facts.read(() => fields.text('symbol', names.symbol)),
    image: facts.read(() => fields.text('image', names.image)),
    decimals: facts.read(() => fields.optional('decimals', readDecimals)),
  };
}

/** Returns a factor of displayed amounts as a reduced fraction, given positive integers. Throws BadValueError. */
export function toMultiplier(numerator: bigint, denominator: bigint): Exclude<Multiplier, 'unknown'> {
  const orders = String(numerator).length - String(denominator).length;
  if (Math.abs(orders) > MAX_ORDERS_OF_MAGNITUDE)
    throw new BadValueError(`the multiplier must be between 10^-${MAX_ORDERS_OF_MAGNITUDE} and its inverse`);
  let [divisor, rest] = [numerator, denominator];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Reads a multiplier that is a positive decimal number, such as 1.25. Throws BadValueError. */
export function readDecimalMultiplier(name: string, text: string): Exclude<Multiplier, 'unknown'> {
  const decimal = readDecimal(name, text);
  if (decimal === '0') throw new BadValueError(`${name} must be greater than 0`, text);
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const shift = BigInt(exponent) - BigInt(fraction.length);
  return shift < 0n ? toMultiplier(digits, 10n ** -shift) : toMultiplier(digits * 10n ** shift, 1n);
}

/** Reads values one by one: an invalid one is missing, so that it does not hide the others. */
export class LenientReader {
  private firstReason: string | undefined;

  /** What is wrong with the first invalid value. */
  get reason(): string | undefined {
    return this.firstReason;
  }

  /** Returns undefined instead of throwing BadValueError. */
  read<Value>(read: () => Value | undefined): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      this.firstReason ??= error.reason;
      return undefined;
    }
  }
}

/**
 * Reads descriptions of jettons that were requested. Those with invalid facts are returned without these facts, and
 * as invalid with the reason of the first one.
 */
export async function readJettonItems(
  items: readonly unknown[],
  requested: readonly RawAddress[],
  read: (fields: Fields, facts: LenientReader) => JettonFacts,
  readClaims: (address: RawAddress, fields: Fields, facts: LenientReader) => JettonClaims[] = () => [],
): Promise<Required<Pick<SourceData, 'jettons' | 'claims' | 'invalid'>>> {
  const jettons = new Map<RawAddress, JettonFacts>();
  const claimed: JettonClaims[] = [];
  const partlyInvalid: InvalidEvent[] = [];
  const readItem = (item: unknown) => {
    const facts = new LenientReader();
    const fields = toFields(item);
    const jetton = read(fields, facts);
    const claims = readClaims(jetton.address, fields, facts);
    return { item, jetton, claims, reason: facts.reason };
  };
  const { events, invalid } = await readEvents(items, readItem);
  for (const { item, jetton, claims, reason } of events) {
    if (!requested.includes(jetton.address)) continue;
    jettons.set(jetton.address, jetton);
    claimed.push(...claims);
    if (reason !== undefined) partlyInvalid.push({ key: `jetton ${jetton.address}`, reason, event: item });
  }
  return { jettons: [...jettons.values()], claims: claimed, invalid: [...invalid, ...partlyInvalid] };
}

/** Tether USD, one of the most traded jettons. */
export const CHECKED_JETTON = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';

/** Requests the metadata of one jetton and describes the result. */
export async function checkMetadata(
  name: string,
  fetchJettons: MetadataSource['fetchJettons'],
  signal: AbortSignal,
): Promise<string> {
  const { jettons = [], invalid = [] } = await fetchJettons([CHECKED_JETTON], signal);
  const [jetton] = jettons;
  if (!jetton) return `${name}: no metadata of Tether USD`;
  const problem = invalid[0] === undefined ? '' : `, invalid: ${invalid[0].reason}`;
  return `${name}: metadata of Tether USD with ${jetton.decimals ?? 'unknown'} decimals${problem}`;
}
