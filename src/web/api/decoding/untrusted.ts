import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import { type PreviewColor, previewColors, type ShortJettonMeta } from '#contract/jetton.ts';
import { pictureUrl } from '#web/lib/text/image-url.ts';
import { linkText } from '#web/lib/text/link-text.ts';
import { safeLink } from '#web/lib/text/safe-link.ts';
import {
  addressOf,
  amountOf,
  decimalsOf,
  digitsOf,
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  momentOf,
  textOf,
  wholeOf,
} from './fields.ts';

/** How a jetton is shown anywhere: what strangers wrote, made safe. */
export interface JettonFace {
  readonly address: string;
  readonly userFriendly: string;
  readonly name: string;
  readonly symbol: string;
  readonly picture: string | undefined;
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
  readonly face: JettonFace;
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
  readonly lines: Readonly<Partial<Record<PreviewColor, string>>>;
}

/** A jetton by itself. */
export interface OneJetton extends ListedJetton {
  readonly links: readonly SafeLink[];
  readonly description: string | undefined;
}

type Named = Pick<ShortJettonMeta, 'address' | 'name' | 'symbol'>;

export function readFace(named: Named, image: string | undefined, ownOrigins: readonly string[]): JettonFace {
  return {
    address: named.address,
    userFriendly: toUserFriendly(named.address),
    name: sanitizeText(named.name) || 'Unnamed',
    symbol: sanitizeText(named.symbol) || '?',
    picture: image === undefined ? undefined : pictureUrl(image, ownOrigins),
  };
}

/** An item of operation 1; none where it does not say what it is about. */
export function readListedJetton(item: unknown, ownOrigins: readonly string[]): ListedJetton | undefined {
  const jetton = fieldsOf(item);
  const metadata = fieldsOf(jetton.metadata);
  const face = readOwnFace(metadata, ownOrigins);
  if (!face) return undefined;
  const decimals = decimalsOf(metadata.decimals);
  return {
    face,
    decimals: decimals ?? 0,
    createdAt: momentOf(metadata.createdAt),
    admin: readAdmin(fieldsOf(jetton.admin)),
    totalSupply: decimals === undefined ? undefined : digitsOf(jetton.totalSupply),
    circulatingSupply: decimals === undefined ? undefined : digitsOf(jetton.circulatingSupply),
    mintable: flagOf(jetton.mintable),
    modifiedContract: flagOf(jetton.modifiedContract),
    verification: verificationStatuses.find((status) => status === jetton.verification) ?? 'JVS_NONE',
    price: amountOf(jetton.price),
    priceUsd: amountOf(jetton.priceUsd),
    holdersCount: digitsOf(jetton.holdersCount),
    liquidityUsd: amountOf(jetton.liquidityUsd),
    fdmc: amountOf(jetton.fdmc),
    mcap: amountOf(jetton.mcap),
    trustScore: wholeOf(jetton.trustScore),
    lines: readLines(jetton.chartPreviews, ownOrigins),
  };
}

export function readOneJetton(item: unknown, ownOrigins: readonly string[]): OneJetton | undefined {
  const listed = readListedJetton(item, ownOrigins);
  const { links, description, offchainDescription } = fieldsOf(fieldsOf(item).metadata);
  const said = sanitizeText(textOf(description) || textOf(offchainDescription) || '');
  return listed && { ...listed, links: readLinks(links), description: said || undefined };
}

function readOwnFace(metadata: Fields, ownOrigins: readonly string[]): JettonFace | undefined {
  const address = addressOf(metadata.address);
  if (address === undefined) return undefined;
  const named = { address, name: textOf(metadata.name) ?? '', symbol: textOf(metadata.symbol) ?? '' };
  return readFace(named, textOf(metadata.image) || textOf(metadata.offchainImage), ownOrigins);
}

function readAdmin(admin: Fields): Admin | undefined {
  const address = addressOf(admin.address);
  const offchainAddress = addressOf(admin.offchainAddress);
  return (address ?? offchainAddress) === undefined ? undefined : { address, offchainAddress };
}

function readLinks(value: unknown): SafeLink[] {
  return listOf(value).flatMap((link) => {
    const href = safeLink(textOf(fieldsOf(link).url) ?? '');
    return href === undefined ? [] : [{ href, text: linkText(href) }];
  });
}

function readLines(value: unknown, ownOrigins: readonly string[]): ListedJetton['lines'] {
  const previews = listOf(value).map(fieldsOf);
  const lines = previewColors.flatMap((color) => {
    const url = textOf(previews.find((preview) => preview.color === color)?.url);
    const safe = url === undefined ? undefined : pictureUrl(url, ownOrigins);
    return safe === undefined ? [] : [[color, safe]];
  });
  return Object.fromEntries(lines);
}
