import type { VerificationStatus } from '#contract/enums.ts';
import { skeleton } from './confusables.ts';

interface Identified {
  readonly identity: { readonly address: string; readonly name: string; readonly symbol: string };
  readonly verification: VerificationStatus;
}

/** A single letter looks like many others. */
const SHORTEST = 2;

export type Originals<Jetton extends Identified> = ReadonlyMap<string, Jetton>;

/** The verified jettons of a list, by what they look like. */
export function verifiedOriginals<Jetton extends Identified>(jettons: readonly Jetton[]): Originals<Jetton> {
  const originals = new Map<string, Jetton>();
  for (const jetton of jettons) {
    if (jetton.verification !== 'JVS_VERIFIED') continue;
    for (const looks of looksOf(jetton)) if (!originals.has(looks)) originals.set(looks, jetton);
  }
  return originals;
}

/**
 * The verified jetton that another one looks like by name or symbol. Whoever is vouched for imitates nobody, and
 * neither does a name that is alone in its looks, however strange its letters.
 */
export function findImitated<Jetton extends Identified>(
  jetton: Jetton,
  originals: Originals<Jetton>,
): Jetton | undefined {
  if (isVouchedFor(jetton)) return undefined;
  const known = looksOf(jetton).find((looks) => originals.has(looks));
  return known === undefined ? undefined : originals.get(known);
}

/** What is said of an imitation. */
export function lookAlikeWarning<Jetton extends Identified>(
  jetton: Jetton,
  originals: Originals<Jetton>,
): string | undefined {
  const face = findImitated(jetton, originals)?.identity;
  return face && `Looks like ${face.symbol}, ${face.name}, which is verified: this one is not`;
}

/** All imitations of a list, by address. A long list asks row by row instead, for the rows that are seen. */
export function lookAlikes<Jetton extends Identified>(
  jettons: readonly Jetton[],
): ReadonlyMap<string, Jetton> {
  const originals = verifiedOriginals(jettons);
  const found = new Map<string, Jetton>();
  for (const jetton of jettons) {
    const original = findImitated(jetton, originals);
    if (original) found.set(jetton.identity.address, original);
  }
  return found;
}

function isVouchedFor({ verification }: Identified): boolean {
  return verification === 'JVS_VERIFIED' || verification === 'JVS_COMMUNITY_VERIFIED';
}

// A list is compared again as it grows; its jettons stay the same objects.
const read = new WeakMap<Identified, readonly string[]>();

function looksOf(jetton: Identified): readonly string[] {
  const known = read.get(jetton) ?? [jetton.identity.name, jetton.identity.symbol].flatMap(looksOfText);
  read.set(jetton, known);
  return known;
}

// Letters look alike in one case and not in the other (T and т, I and l), so each case is compared with itself.
function looksOfText(text: string): string[] {
  const plain = text.normalize('NFKC');
  const cases = [plain, plain.toUpperCase(), plain.toLowerCase()].map(skeleton);
  return cases.map((looks, index) => `${index}${looks}`).filter((looks) => looks.length > SHORTEST);
}
