import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import { type PreviewColor, previewColors, type ShortJettonMeta } from '#contract/jetton.ts';
import { linkText } from '#web/lib/text/link-text.ts';
import { safeImageUrl } from '#web/lib/text/safe-image-url.ts';
import { safeLink } from '#web/lib/text/safe-link.ts';
import {
  asAddress,
  asAmount,
  asArray,
  asBoolean,
  asDecimals,
  asFields,
  asInteger,
  asIntegerText,
  asString,
  asTimestamp,
  type Fields,
} from './fields.ts';

/** How a jetton is shown anywhere: what strangers wrote, made safe. */
export interface JettonIdentity {
  readonly address: string;
  readonly userFriendly: string;
  readonly name: string;
  readonly symbol: string;
  readonly image: string | undefined;
}

export interface SafeLink {
  readonly text: string;
  readonly href: string;
}

export interface Admin {
  readonly address: string | undefined;
  readonly offchainAddress: string | undefined;
}

/** A jetton of a list: texts and addresses of strangers made safe. What is not known is undefined. */
export interface ListedJetton {
  readonly identity: JettonIdentity;
  /** Of its supply; 0 where that is not known. */
  readonly decimals: number;
  readonly createdAt: string | undefined;
  readonly admin: Admin | undefined;
  readonly totalSupply: string | undefined;
  readonly circulatingSupply: string | undefined;
  readonly mintable: boolean | undefined;
  readonly modifiedContract: boolean | undefined;
  readonly verification: VerificationStatus;
  /** In TON. */
  readonly price: Amount | undefined;
  readonly priceUsd: Amount | undefined;
  readonly holdersCount: string | undefined;
  readonly liquidityUsd: Amount | undefined;
  readonly fdmc: Amount | undefined;
  readonly mcap: Amount | undefined;
  readonly trustScore: number | undefined;
  readonly previewUrls: Readonly<Partial<Record<PreviewColor, string>>>;
}

/** A jetton by itself. */
export interface JettonDetails extends ListedJetton {
  readonly links: readonly SafeLink[];
  readonly description: string | undefined;
}

type Named = Pick<ShortJettonMeta, 'address' | 'name' | 'symbol'>;

export function jettonIdentity(
  named: Named,
  image: string | undefined,
  ownOrigins: readonly string[],
): JettonIdentity {
  return {
    address: named.address,
    userFriendly: toUserFriendly(named.address),
    name: sanitizeText(named.name) || 'Unnamed',
    symbol: sanitizeText(named.symbol) || '?',
    image: image === undefined ? undefined : safeImageUrl(image, ownOrigins),
  };
}

/** An item of operation 1; none where it does not say what it is about. */
export function decodeListedJetton(item: unknown, ownOrigins: readonly string[]): ListedJetton | undefined {
  const jetton = asFields(item);
  const metadata = asFields(jetton.metadata);
  const identity = readOwnFace(metadata, ownOrigins);
  if (!identity) return undefined;
  const decimals = asDecimals(metadata.decimals);
  return {
    identity,
    decimals: decimals ?? 0,
    createdAt: asTimestamp(metadata.createdAt),
    admin: readAdmin(asFields(jetton.admin)),
    totalSupply: decimals === undefined ? undefined : asIntegerText(jetton.totalSupply),
    circulatingSupply: decimals === undefined ? undefined : asIntegerText(jetton.circulatingSupply),
    mintable: asBoolean(jetton.mintable),
    modifiedContract: asBoolean(jetton.modifiedContract),
    verification: verificationStatuses.find((status) => status === jetton.verification) ?? 'JVS_NONE',
    price: asAmount(jetton.price),
    priceUsd: asAmount(jetton.priceUsd),
    holdersCount: asIntegerText(jetton.holdersCount),
    liquidityUsd: asAmount(jetton.liquidityUsd),
    fdmc: asAmount(jetton.fdmc),
    mcap: asAmount(jetton.mcap),
    trustScore: asInteger(jetton.trustScore),
    previewUrls: readLines(jetton.chartPreviews, ownOrigins),
  };
}

export function decodeJettonDetails(item: unknown, ownOrigins: readonly string[]): JettonDetails | undefined {
  const listed = decodeListedJetton(item, ownOrigins);
  const { links, description, offchainDescription } = asFields(asFields(item).metadata);
  const said = sanitizeText(asString(description) || asString(offchainDescription) || '');
  return listed && { ...listed, links: readLinks(links), description: said || undefined };
}

function readOwnFace(metadata: Fields, ownOrigins: readonly string[]): JettonIdentity | undefined {
  const address = asAddress(metadata.address);
  if (address === undefined) return undefined;
  const named = { address, name: asString(metadata.name) ?? '', symbol: asString(metadata.symbol) ?? '' };
  return jettonIdentity(named, asString(metadata.image) || asString(metadata.offchainImage), ownOrigins);
}

function readAdmin(admin: Fields): Admin | undefined {
  const address = asAddress(admin.address);
  const offchainAddress = asAddress(admin.offchainAddress);
  return (address ?? offchainAddress) === undefined ? undefined : { address, offchainAddress };
}

function readLinks(value: unknown): SafeLink[] {
  return asArray(value).flatMap((link) => {
    const href = safeLink(asString(asFields(link).url) ?? '');
    return href === undefined ? [] : [{ href, text: linkText(href) }];
  });
}

function readLines(value: unknown, ownOrigins: readonly string[]): ListedJetton['previewUrls'] {
  const previews = asArray(value).map(asFields);
  const lines = previewColors.flatMap((color) => {
    const url = asString(previews.find((preview) => preview.color === color)?.url);
    const safe = url === undefined ? undefined : safeImageUrl(url, ownOrigins);
    return safe === undefined ? [] : [[color, safe]];
  });
  return Object.fromEntries(lines);
}
