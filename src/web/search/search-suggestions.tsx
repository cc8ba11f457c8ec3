import type { ReactNode } from 'react';
import { countNoun } from '#contract/format/format-numbers.ts';
import type { UnsupportedFilters } from '#contract/measures.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import type { PickableSuggestion } from '#web/kit/controls/use-combobox.ts';
import { LookAlikeBadge, Verification, WarningBadge } from '#web/kit/display/badges.tsx';
import { FormattedAmount, FormattedDayChange, FormattedPrice } from '#web/kit/display/formatted-values.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { type Screen, screenPath } from '#web/list/list-state.ts';
import { type ParsedQuery, parseQueryText, screenFromQuery } from '#web/list/query/parse-query.ts';
import { type FoundItem, foundPath } from './found-item.ts';
import styles from './search-suggestions.module.css';
import type { SearchResult } from './use-search.ts';

export const JETTONS = 'Jettons';
const POOLS = 'Pools';
export const RECENT = 'Recent';

const columns = (
  <span className={styles.columns}>
    <span className={styles.price}>Price</span>
    <span className={styles.change}>24h</span>
    <span className={styles.liquidity}>Liquidity</span>
  </span>
);

/** Column headings of the groups that `searchSuggestions` returns. */
export const searchColumns: Readonly<Record<string, ReactNode>> = {
  [JETTONS]: columns,
  [POOLS]: columns,
  [RECENT]: columns,
};

/** Returns the number of results as text for screen readers. Empty without results. */
export function resultCountText(count: number): string {
  return count === 0 ? '' : countNoun(count, 'result');
}

interface FilterOption {
  readonly text: string;
  readonly href: string;
  readonly query: ParsedQuery;
}

/** Describes the list that a typed query alone filters. Undefined without valid filters. */
export function filterOption(
  text: string,
  screen: Screen,
  unsupported: UnsupportedFilters,
): FilterOption | undefined {
  const query = parseQueryText(text, { unsupported });
  const { tokens, problems, jetton } = query;
  if (tokens.length === 0 || problems.length > 0 || jetton !== undefined) return undefined;
  const href = screenPath(screenFromQuery(screen, query));
  return { text: `Filter the list by “${text.trim()}”`, href, query };
}

/**
 * Returns search results as suggestions that call `onPick`: in one group, or jettons and pools in separate groups. They
 * are links if `opensPages`.
 */
export function searchSuggestions(
  results: readonly SearchResult[],
  onPick: (item: FoundItem) => void,
  group?: string,
  opensPages = false,
): PickableSuggestion[] {
  return results.map((result) => ({
    key: result.key,
    text: result.title,
    group: group ?? (result.poolAddress === undefined ? JETTONS : POOLS),
    href: opensPages ? foundPath(result) : undefined,
    content: <ResultRow result={result} />,
    pick: () => onPick(result),
  }));
}

function ResultRow({ result }: { result: SearchResult }) {
  const { title, name, address, jetton, price, change, liquidity, warning } = result;
  const now = useServiceClock();
  return (
    <span className={styles.row} translate="no">
      <JettonImage url={jetton?.identity.image} address={address} symbol={title} size={24} />
      <span className={styles.title}>
        <bdi className="truncate medium">{title}</bdi>
        {jetton ? <Verification status={jetton.verification} /> : null}
        <WarningBadge warnings={jetton?.warnings} />
        <LookAlikeBadge warning={warning} />
      </span>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.price}>
        {price ? (
          <>
            <span className="visually-hidden">, price </span>$<FormattedPrice price={price} />
          </>
        ) : null}
      </span>
      <span className={styles.change}>
        {change === undefined ? null : (
          <>
            <span className="visually-hidden">, 24h change </span>
            <FormattedDayChange change={change ?? undefined} now={now} />
          </>
        )}
      </span>
      <span className={styles.liquidity}>
        {liquidity ? (
          <>
            <span className="visually-hidden">, liquidity </span>$<FormattedAmount amount={liquidity} />
          </>
        ) : null}
      </span>
    </span>
  );
}
