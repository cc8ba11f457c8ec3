import { TON_ADDRESS } from '#contract/address.ts';
import { skeleton } from '#contract/confusables.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { coinNames } from '#contract/native-coin.ts';
import { foldText, sanitizeText } from '#contract/text.ts';
import { nativeCoin } from '#web/money/native-coin.ts';

export interface Identified {
  readonly identity: { readonly address: string; readonly name: string; readonly symbol: string };
  readonly verification: VerificationStatus;
}

/** Minimum length of compared skeletons. Single letters are too ambiguous. */
const MIN_LENGTH = 2;

/** Verified jettons by skeleton. */
export type Originals<Jetton extends Identified = Identified> = ReadonlyMap<string, Jetton>;

/** Returns the verified jettons of a list by skeleton. */
export function verifiedOriginals<Jetton extends Identified>(jettons: readonly Jetton[]): Originals<Jetton> {
  const originals = new Map<string, Jetton>();
  for (const jetton of jettons) {
    if (jetton.verification !== 'JVS_VERIFIED') continue;
    for (const key of skeletonsOf(jetton)) if (!originals.has(key)) originals.set(key, jetton);
  }
  return originals;
}

/**
 * Returns the verified jetton whose name or symbol looks like that of the given jetton. Verified and community-verified
 * jettons are never flagged.
 */
export function findImitated<Jetton extends Identified>(
  jetton: Jetton,
  originals: Originals<Jetton>,
): Jetton | undefined {
  if (isVerified(jetton)) return undefined;
  const match = skeletonsOf(jetton).find((key) => originals.has(key));
  return match === undefined ? undefined : originals.get(match);
}

const coinNameOf = new Map(
  coinNames(nativeCoin)
    // If two names look alike, the earlier one is reported.
    .toReversed()
    .flatMap((name) => skeletonsOfText(name).map((key) => [key, name] as const)),
);

/**
 * Returns the name or symbol of the native coin that the jetton's name or symbol looks like. Unlike other look-alikes,
 * verified jettons are included: verification does not make a jetton the coin.
 */
function imitatedCoinName(jetton: Identified): string | undefined {
  if (jetton.identity.address === TON_ADDRESS) return undefined;
  const match = skeletonsOf(jetton).find((key) => coinNameOf.has(key));
  return match === undefined ? undefined : coinNameOf.get(match);
}

/** Returns a warning for a jetton that looks like the native coin or a verified jetton. */
export function lookAlikeWarning<Jetton extends Identified>(
  jetton: Jetton,
  originals: Originals<Jetton>,
): string | undefined {
  const coinName = imitatedCoinName(jetton);
  if (coinName !== undefined) return `Looks like ${coinName}, but is not the native coin`;
  const original = findImitated(jetton, originals)?.identity;
  return (
    original && `Looks like the verified jetton ${original.symbol} (${original.name}), but is not verified`
  );
}

/** Returns a warning for the quote of a pool. Responses do not contain its verification status. */
export function quoteWarning<Jetton extends Identified>(
  identity: Identified['identity'],
  originals: Originals<Jetton>,
): string | undefined {
  const isOriginal = [...originals.values()].some((one) => one.identity.address === identity.address);
  const quote: Identified = { identity, verification: 'JVS_NONE' };
  const coinName = imitatedCoinName(quote);
  if (coinName !== undefined) return `The quote looks like ${coinName}, but is not the native coin`;
  const original = isOriginal ? undefined : findImitated<Identified>(quote, originals)?.identity;
  return original && `The quote looks like ${original.symbol} (${original.name}), but is another jetton`;
}

/** Returns the warning for a jetton, otherwise that for the quote of its pool. */
export function pairWarning<Jetton extends Identified>(
  {
    jetton,
    quote,
  }: { readonly jetton: Jetton | undefined; readonly quote?: Identified['identity'] | undefined },
  originals: Originals<Jetton>,
): string | undefined {
  return (jetton && lookAlikeWarning(jetton, originals)) ?? (quote && quoteWarning(quote, originals));
}

/** Whether the jetton is verified, also by the community. */
export function isVerified({ verification }: Identified): boolean {
  return verification === 'JVS_VERIFIED' || verification === 'JVS_COMMUNITY_VERIFIED';
}

// Lists are compared again when they grow, with the same jetton objects.
const cache = new WeakMap<Identified, readonly string[]>();

function skeletonsOf(jetton: Identified): readonly string[] {
  const keys =
    cache.get(jetton) ??
    [jetton.identity.name, jetton.identity.symbol].flatMap(withoutDollarSign).flatMap(skeletonsOfText);
  cache.set(jetton, keys);
  return keys;
}

/** Returns the text, and if it starts with a dollar sign, which also looks like an S, the text after it. */
function withoutDollarSign(text: string): string[] {
  return text.startsWith('$') ? [text, text.slice(1)] : [text];
}

// Some letters look alike in one case only (T and т, I and l), so each case is compared separately. What a search finds as
// equal looks alike.
function skeletonsOfText(text: string): string[] {
  const visible = sanitizeText(text).normalize('NFKC');
  const cases = [visible, visible.toUpperCase(), foldText(text)].map(skeleton);
  return cases.map((text, index) => `${index}${text}`).filter((key) => key.length > MIN_LENGTH);
}
