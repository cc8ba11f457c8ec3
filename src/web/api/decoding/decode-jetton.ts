import { REVOKED_ADMIN, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import {
  type Jetton,
  type JettonMetrics,
  type JettonTrustScoreInfo,
  jettonMetrics,
  jetton as jettonSchema,
  jettonTrustScoreInfo,
  type PreviewColor,
  previewColors,
  type ShortJettonMeta,
} from '#contract/jetton.ts';
import { type WarningKind, warningKinds, warningLabels } from '#contract/jetton-warnings.ts';
import { type CurrencyField, currencyFields, type MeasureValues } from '#contract/measures.ts';
import type { MissingRange } from '#contract/period-sets.ts';
import { sanitizeText } from '#contract/text.ts';
import { InvalidResponseError } from '#web/api/client/errors.ts';
import {
  asAddress,
  asArray,
  asDecimals,
  asFields,
  asIntegerText,
  asNumber,
  asString,
  asTimestamp,
  type Fields,
} from '#web/api/client/fields.ts';
import { linkText, safeImageUrl, safeLink } from '#web/untrusted/links.ts';
import { type Decoded, fieldsDecoder, measuresDecoder } from './decode-record.ts';

/** Name, symbol and image of a jetton. Untrusted values are sanitized. */
export interface JettonIdentity {
  readonly address: string;
  readonly userFriendly: string;
  readonly name: string;
  readonly symbol: string;
  readonly image: string | undefined;
}

type PreviewUrls = Readonly<Partial<Record<PreviewColor, string>>>;

interface SafeLink {
  readonly text: string;
  readonly href: string;
}

export interface Admin {
  /** undefined if unknown or revoked. */
  readonly address: string | undefined;
  readonly offchainAddress: string | undefined;
  readonly isRevoked: boolean;
}

/** Fields of the list besides the measures that are decoded by their type alone. */
const listedFields = ['mintable', 'modifiedContract', 'price', 'priceUsd'] as const;

interface JettonWarning {
  readonly kind: WarningKind;
  /** The source and what it warns of, such as "STON.fi: honeypot". */
  readonly text: string;
}

/** A jetton of the list. Untrusted texts and URLs are sanitized, unknown values are undefined. */
export interface ListedJetton
  extends Decoded<Jetton, (typeof listedFields)[number]>,
    MeasureValues<'jetton'> {
  readonly identity: JettonIdentity;
  /** Decimals of the supply. 0 if unknown. */
  readonly decimals: number;
  readonly admin: Admin | undefined;
  readonly totalSupply: string | undefined;
  readonly circulatingSupply: string | undefined;
  readonly verification: VerificationStatus;
  /** What sources warn of, most serious first. */
  readonly warnings: readonly JettonWarning[];
  /** Times whose swaps have not been read, newest first. */
  readonly missing: readonly MissingRange[];
  /** Traders and volume of a trending jetton in multiples of a usual day. */
  readonly trendingBy: TrendingReasons | undefined;
  /** Images of the price in USD. */
  readonly previewUrls: PreviewUrls;
  /** Images of the price in TON, which other services may lack. */
  readonly tonPreviewUrls: PreviewUrls;
}

export interface TrendingReasons {
  readonly traders: number;
  readonly volume: number;
}

/** The factor in all amounts of a scaled jetton. */
export interface Multiplier {
  /** Integers; undefined if the source states none. */
  readonly numerator: string | undefined;
  readonly denominator: string | undefined;
  /** Id of the source, which is untrusted. */
  readonly source: string;
  readonly since: string | undefined;
}

/** A jetton with the fields that only its own page shows. */
export interface JettonDetails extends ListedJetton {
  /** Undefined if the jetton is not scaled. */
  readonly multiplier: Multiplier | undefined;
  readonly links: readonly SafeLink[];
  readonly description: string | undefined;
}

type NamedJetton = Pick<ShortJettonMeta, 'address' | 'name' | 'symbol'>;

/** Returns the identity with placeholders for an empty name or symbol. */
export function jettonIdentity(
  jetton: NamedJetton,
  image: string | undefined,
  trustedOrigins: readonly string[],
): JettonIdentity {
  return {
    address: jetton.address,
    userFriendly: toUserFriendly(jetton.address),
    name: sanitizeText(jetton.name) || 'Unnamed',
    symbol: sanitizeText(jetton.symbol) || '?',
    image: image === undefined ? undefined : safeImageUrl(image, trustedOrigins),
  };
}

/** Decodes an item of operation 1, whose previews may be in `sprites`. Returns undefined without a valid address. */
export function decodeListedJetton(
  item: unknown,
  trustedOrigins: readonly string[],
  sprites: readonly Preview[] = [],
): ListedJetton | undefined {
  const jetton = asFields(item);
  const metadata = asFields(jetton.metadata);
  const identity = decodeIdentity(metadata, trustedOrigins);
  if (!identity) return undefined;
  const decimals = asDecimals(metadata.decimals);
  const own = decodePreviews(jetton.chartPreviews, trustedOrigins);
  const shared = own.length > 0 ? sprites.filter(({ url }) => url.includes(identity.userFriendly)) : [];
  const previews = [...shared, ...own];
  return {
    ...decodeFields(item),
    ...decodeMeasures(item),
    identity,
    decimals: decimals ?? 0,
    admin: decodeAdmin(asFields(jetton.admin)),
    totalSupply: decimals === undefined ? undefined : asIntegerText(jetton.totalSupply),
    circulatingSupply: decimals === undefined ? undefined : asIntegerText(jetton.circulatingSupply),
    verification: decodeVerification(jetton),
    warnings: decodeWarnings(jetton.warnings),
    missing: decodeMissing(jetton.missing),
    trendingBy: decodeTrending(asFields(jetton.trending)),
    previewUrls: urlsOf(previews, false),
    tonPreviewUrls: urlsOf(previews, true),
  };
}

function decodeTrending(trending: Fields): TrendingReasons | undefined {
  const [traders, volume] = [asNumber(trending.traders), asNumber(trending.volume)];
  return traders === undefined || volume === undefined ? undefined : { traders, volume };
}

const decodeFields = fieldsDecoder(jettonSchema, listedFields);
const decodeMeasures = measuresDecoder('jetton', jettonSchema);

export function decodeJettonDetails(
  item: unknown,
  trustedOrigins: readonly string[],
): JettonDetails | undefined {
  const listed = decodeListedJetton(item, trustedOrigins);
  const jetton = asFields(item);
  const { links, description, offchainDescription } = asFields(jetton.metadata);
  const text = sanitizeText(asString(description) || asString(offchainDescription) || '');
  return (
    listed && {
      ...listed,
      multiplier: decodeMultiplier(asFields(jetton.multiplier)),
      links: decodeLinks(links),
      description: text || undefined,
    }
  );
}

function decodeMultiplier(multiplier: Fields): Multiplier | undefined {
  const source = asString(multiplier.source)?.slice(0, MAX_SOURCE_LENGTH);
  if (source === undefined) return undefined;
  return {
    numerator: asIntegerText(multiplier.numerator),
    denominator: asIntegerText(multiplier.denominator),
    source,
    since: asTimestamp(multiplier.since),
  };
}

function decodeIdentity(metadata: Fields, trustedOrigins: readonly string[]): JettonIdentity | undefined {
  const names = decodeNames(metadata);
  const image = asString(metadata.image) || asString(metadata.offchainImage);
  return names && jettonIdentity(names, image, trustedOrigins);
}

function decodeNames(metadata: Fields): NamedJetton | undefined {
  const address = asAddress(metadata.address);
  if (address === undefined) return undefined;
  return { address, name: asString(metadata.name) ?? '', symbol: asString(metadata.symbol) ?? '' };
}

function decodeVerification(jetton: Fields): VerificationStatus {
  return verificationStatuses.find((status) => status === jetton.verification) ?? 'JVS_NONE';
}

/** Decodes what an item of operation 1 is called and whether it is verified, in a fifth of the time of a listed jetton. */
export function decodeNamedJetton(
  item: unknown,
): Pick<ListedJetton, 'identity' | 'verification'> | undefined {
  const jetton = asFields(item);
  const names = decodeNames(asFields(jetton.metadata));
  return (
    names && { identity: jettonIdentity(names, undefined, []), verification: decodeVerification(jetton) }
  );
}

function decodeAdmin(admin: Fields): Admin | undefined {
  const address = asAddress(admin.address);
  const offchainAddress = asAddress(admin.offchainAddress);
  // Nobody owns the zero address.
  if (admin.address === REVOKED_ADMIN || address === TON_ADDRESS)
    return { address: undefined, offchainAddress, isRevoked: true };
  return (address ?? offchainAddress) === undefined
    ? undefined
    : { address, offchainAddress, isRevoked: false };
}

/** More than sources and their kinds, and than missing ranges. */
const MAX_ENTRIES = 100;
const MAX_SOURCE_LENGTH = 40;

/** Ignores kinds that are not known. */
function decodeWarnings(value: unknown): JettonWarning[] {
  const warnings = asArray(value).slice(0, MAX_ENTRIES).map(asFields);
  return warningKinds.flatMap((kind) =>
    warnings
      .filter((warning) => warning.kind === kind)
      .map(({ source }) => ({
        kind,
        text: `${exchangeName((asString(source) ?? '?').slice(0, MAX_SOURCE_LENGTH))}: ${warningLabels[kind]}`,
      })),
  );
}

export function decodeMissing(value: unknown): MissingRange[] {
  return asArray(value)
    .slice(0, MAX_ENTRIES)
    .flatMap((item) => {
      const fields = asFields(item);
      const exchangeId = asString(fields.exchangeId)?.slice(0, MAX_SOURCE_LENGTH);
      const seconds = asNumber(fields.seconds);
      const [from, to] = [asTimestamp(fields.from), asTimestamp(fields.to)];
      return from && to && exchangeId && seconds !== undefined ? { exchangeId, from, to, seconds } : [];
    });
}

function decodeLinks(value: unknown): SafeLink[] {
  return asArray(value).flatMap((link) => {
    const href = safeLink(asString(asFields(link).url) ?? '');
    return href === undefined ? [] : [{ href, text: linkText(href) }];
  });
}

/** An image of the price. */
export interface Preview {
  readonly url: string;
  readonly color: unknown;
  readonly isTon: boolean;
}

/** Decodes images with a safe URL. The specification does not list the metrics, so any other than `priceTon` is the price in USD. */
export function decodePreviews(value: unknown, trustedOrigins: readonly string[]): Preview[] {
  return asArray(value).flatMap((item) => {
    const { url, color, metric } = asFields(item);
    const safe = safeImageUrl(asString(url) ?? '', trustedOrigins);
    return safe === undefined ? [] : { url: safe, color, isTon: metric === 'priceTon' };
  });
}

/** Returns the URL of the first image for each color. */
function urlsOf(previews: readonly Preview[], isTon: boolean): PreviewUrls {
  const entries = previewColors.flatMap((color) => {
    const found = previews.find((preview) => preview.color === color && preview.isTon === isTon);
    return found ? [[color, found.url]] : [];
  });
  return Object.fromEntries(entries);
}

/** Values of a jetton in the selected currency. */
export type Valuation = Decoded<JettonMetrics, CurrencyField>;
/** Decodes an item of operation 3. */
export const decodeValuation: (item: unknown) => Valuation = fieldsDecoder(jettonMetrics, currencyFields);

/** A trust score with the time of its calculation. */
export type Trust = Decoded<JettonTrustScoreInfo, 'score' | 'updatedAt'>;
/** Decodes an item of operation 2. */
export const decodeTrust: (item: unknown) => Trust = fieldsDecoder(jettonTrustScoreInfo, [
  'score',
  'updatedAt',
]);

/**
 * Decodes a list response: the items in the field `name`, without those that `decode` rejects, and the cursor of the next
 * page. Throws an InvalidResponseError if the field is not an array.
 */
export function decodePage<Item>(body: unknown, name: string, decode: (item: unknown) => Item | undefined) {
  const fields = asFields(body);
  const items = fields[name];
  if (!Array.isArray(items)) throw new InvalidResponseError(`no array in "${name}"`);
  return {
    items: items.map(decode).filter((item) => item !== undefined),
    // An absent or empty cursor marks the last page.
    next: asString(fields.next) || undefined,
  };
}

/** Returns undefined on the last page, and for a repeated cursor, which would loop forever. */
export function nextCursor(
  { next }: { readonly next?: string | undefined },
  _: unknown,
  cursor: string | undefined,
): string | undefined {
  return next === cursor ? undefined : next || undefined;
}

/** Values by raw address. Jettons without data have no entry. */
export type ByAddress<Value> = ReadonlyMap<string, Value>;

export function decodeByAddress<Value>(body: unknown, decode: (item: unknown) => Value): ByAddress<Value> {
  const { items } = decodePage(body, 'items', (item): [string, Value] | undefined => {
    const address = asAddress(asFields(item).address);
    return address === undefined ? undefined : [address, decode(item)];
  });
  return new Map(items);
}

/** One loaded page of the jetton list. */
export interface JettonPage {
  /** Unique in this tab. Used in the query keys of the values of its rows. */
  readonly id: number;
  readonly jettons: readonly ListedJetton[];
  readonly next: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly loadedAt: number;
}

let lastId = 0;

export function createPage(jettons: readonly ListedJetton[], next: string | undefined): JettonPage {
  lastId += 1;
  return { id: lastId, jettons, next, loadedAt: Date.now() };
}
