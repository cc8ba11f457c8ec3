import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Ref, type RefObject, useMemo, useRef } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { pricePeriods } from '#contract/enums.ts';
import { MAX_CHARTS } from '#contract/page-links.ts';
import { LoadFailure } from '#web/api/client/error-notice.tsx';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { MAX_COMPARED, MIN_COMPARED } from '#web/grid/rows/compared-rows.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { CurrencyField } from '#web/kit/controls/currency-field.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { PeriodRadioGroup } from '#web/kit/controls/radio-group.tsx';
import { stringifyQuery } from '#web/kit/device/link-state.ts';
import { AddressBanner } from '#web/kit/display/address-banner.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { useWatchlist } from '#web/list/watchlist.ts';
import { JettonSearchField } from '#web/search/jetton-search-field.tsx';
import styles from './compare-page.module.css';
import {
  type Comparison,
  type ParsedComparison,
  parseComparison,
  serializeComparison,
} from './comparison-link.ts';
import { ComparisonTable, useLiveQueryOptions } from './comparison-table.tsx';
import { PriceLines } from './price-comparison.tsx';

const route = getRouteApi('/compare');
const SharePanel = lazyWithRetry(async () => (await import('#web/grid/share-panel.tsx')).SharePanel);

/** Compares two to six jettons: a chart of indexed prices and a table of their measures. */
export function ComparePage() {
  const { comparison, excess, ignored, change } = useComparison();
  const { addresses, currency, period } = comparison;
  const title = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const remove = (removed: string, isLast: boolean) => {
    // Used by keyboard, the focus would be lost with the button. On touch screens, that of the field opens a keyboard.
    if (isLast && document.activeElement?.matches(':focus-visible')) search.current?.focus();
    change({ addresses: addresses.filter((address) => address !== removed) });
  };
  return (
    <div className={styles.page}>
      <title>Compare · Jetscope</title>
      <div className={styles.head}>
        <h1 ref={title} tabIndex={-1}>
          Compare
        </h1>
        <AddJetton
          ref={search}
          compared={addresses}
          onAdd={(address) => change({ addresses: [...addresses, address] })}
        />
        <div className={styles.actions}>
          <PeriodRadioGroup
            periods={pricePeriods}
            legend="Period"
            period={period}
            onPeriod={(chosen) => change({ period: chosen })}
          />
          <div className={styles.currency}>
            <CurrencyField currency={currency} onCurrency={(chosen) => change({ currency: chosen })} />
          </div>
          {addresses.length > 0 ? (
            <Link
              to="/charts"
              search={{ chart: addresses.slice(0, MAX_CHARTS).map(toUserFriendly) }}
              className={control.button}
            >
              Charts
            </Link>
          ) : null}
          <PopupButton label="Share">
            <SharePanel
              path={`/compare${stringifyQuery(serializeComparison(comparison))}`}
              filters={[{ address: [...addresses] }]}
            />
          </PopupButton>
        </div>
      </div>
      <IgnoredFiltersBanner ignored={ignored} onDismiss={() => change({})} />
      <AddressBanner text={`At most ${MAX_COMPARED} jettons. Not shown:`} addresses={excess} />
      {addresses.length === 0 ? (
        <EmptyComparison onChoose={(chosen) => change({ addresses: chosen })} />
      ) : (
        <ComparedJettons title={title} comparison={comparison} onChange={change} onRemove={remove} />
      )}
    </div>
  );
}

interface ComparedProps {
  readonly title: RefObject<HTMLHeadingElement | null>;
  readonly comparison: Comparison;
  readonly onChange: ChangeComparison;
  readonly onRemove: (address: string, isLast: boolean) => void;
}

function ComparedJettons({ title, comparison, onChange, onRemove }: ComparedProps) {
  const { addresses } = comparison;
  const list = useQuery({ ...comparedJettons(addresses), ...useLiveQueryOptions() });
  if (list.error && !list.data)
    return (
      <LoadFailure title="Couldn't load jettons" error={list.error} onRetry={() => void list.refetch()} />
    );
  const isCurrent = list.isSuccess && !list.isPlaceholderData;
  const notFound = isCurrent ? addresses.filter((address) => !list.data.has(address)) : [];
  const valid = addresses.filter((address) => !notFound.includes(address));
  const shown = valid.map((address) => ({
    address,
    userFriendly: toUserFriendly(address),
    jetton: list.data?.get(address),
  }));
  return (
    <>
      <AddressBanner text="No jetton at" addresses={notFound}>
        <Button
          bare
          onClick={() => {
            // The pressed button is removed.
            title.current?.focus();
            onChange({ addresses: valid });
          }}
        >
          Remove
        </Button>
      </AddressBanner>
      {shown.length < MIN_COMPARED ? (
        <p className={styles.hint} role="status">
          {shown.length === 0
            ? `Add at least ${MIN_COMPARED} jettons to compare`
            : 'Add another jetton to compare'}
        </p>
      ) : null}
      {shown.length > 0 ? (
        <>
          <PriceLines
            jettons={shown}
            comparison={comparison}
            onScale={(chosen) => onChange({ scale: chosen })}
          />
          <ComparisonTable
            jettons={shown}
            comparison={comparison}
            onRemove={(address) => onRemove(address, shown.length === 1)}
            loadedAt={list.dataUpdatedAt}
          />
        </>
      ) : null}
    </>
  );
}

interface AddProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly compared: readonly string[];
  readonly onAdd: (address: string) => void;
}

/** Search field that adds a jetton by name, symbol or address. */
function AddJetton({ ref, compared, onAdd }: AddProps) {
  const isFull = compared.length >= MAX_COMPARED;
  return (
    <div className={styles.add}>
      <JettonSearchField
        ref={ref}
        label="Add jetton"
        placeholder={
          isFull ? `At most ${MAX_COMPARED} jettons: remove one first` : 'Add jetton: name, symbol or address'
        }
        disabled={isFull}
        excluded={compared}
        excludedText="Already added"
        onPick={onAdd}
      />
    </div>
  );
}

/** Shown while no jetton is selected. */
function EmptyComparison({ onChoose }: { onChoose: (addresses: readonly string[]) => void }) {
  const { addresses } = useWatchlist();
  const first = addresses.slice(0, MAX_COMPARED);
  return (
    <Notice title="Nothing to compare yet" text="Search above, or tick rows in the list.">
      {first.length >= MIN_COMPARED ? (
        <Button disappears onClick={() => onChoose(first)}>
          {first.length < addresses.length
            ? `Compare first ${first.length} of watchlist`
            : 'Compare watchlist'}
        </Button>
      ) : null}
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

type ChangeComparison = (changes: Partial<Comparison>) => void;

/** Returns the comparison in the URL and a function that changes it. */
function useComparison(): ParsedComparison & { readonly change: ChangeComparison } {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const parsed = useMemo(() => parseComparison(search), [search]);
  const change: ChangeComparison = (changes) =>
    void navigate({ search: serializeComparison({ ...parsed.comparison, ...changes }) });
  return { ...parsed, change };
}
