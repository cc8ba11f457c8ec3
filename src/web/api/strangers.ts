import { toUserFriendly } from '#contract/address.ts';
import { type Jetton, type PreviewColor, previewColors, type ShortJettonMeta } from '#contract/jetton.ts';
import { cleanText } from '#web/lib/clean-text.ts';
import { linkText } from '#web/lib/link-text.ts';
import { pictureUrl } from '#web/lib/picture-url.ts';
import { safeLink } from '#web/lib/safe-link.ts';

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

/** A jetton of a list: numbers as they came, texts and addresses of strangers made safe. */
export interface ListedJetton extends Omit<Jetton, 'metadata' | 'chartPreviews'> {
  readonly face: JettonFace;
  readonly decimals: number;
  readonly createdAt: string | undefined;
  readonly links: readonly SafeLink[];
  readonly lines: Readonly<Partial<Record<PreviewColor, string>>>;
}

type Named = Pick<ShortJettonMeta, 'address' | 'name' | 'symbol'>;

export function readFace(named: Named, image: string | undefined, ownOrigins: readonly string[]): JettonFace {
  return {
    address: named.address,
    userFriendly: toUserFriendly(named.address),
    name: cleanText(named.name) || 'Unnamed',
    symbol: cleanText(named.symbol) || '?',
    picture: image === undefined ? undefined : pictureUrl(image, ownOrigins),
  };
}

export function readJetton(jetton: Jetton, ownOrigins: readonly string[]): ListedJetton {
  const { metadata, chartPreviews, ...numbers } = jetton;
  return {
    ...numbers,
    face: readFace(metadata, metadata.image || metadata.offchainImage, ownOrigins),
    decimals: metadata.decimals,
    createdAt: metadata.createdAt,
    links: metadata.links.flatMap(({ url }) => {
      const href = safeLink(url);
      return href === undefined ? [] : [{ href, text: linkText(href) }];
    }),
    lines: readLines(chartPreviews, ownOrigins),
  };
}

function readLines(previews: Jetton['chartPreviews'], ownOrigins: readonly string[]): ListedJetton['lines'] {
  const lines = previewColors.flatMap((color) => {
    const preview = previews.find((candidate) => candidate.color === color);
    const url = preview && pictureUrl(preview.url, ownOrigins);
    return url ? [[color, url]] : [];
  });
  return Object.fromEntries(lines);
}
