import { useQuery } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import { pricePeriods } from '#contract/enums.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { faultText } from '#web/api/transport/error-text.ts';
import { Button } from '#web/components/controls/button.tsx';
import { CurrencyField } from '#web/components/controls/currency-field.tsx';
import { PeriodRadioGroup } from '#web/components/controls/period-radio-group.tsx';
import { PopupButton } from '#web/components/controls/popup-button.tsx';
import { AddressBanner } from '#web/components/feedback/address-banner.tsx';
import { IgnoredFiltersBanner } from '#web/components/feedback/ignored-filters-banner.tsx';
import { lazyWithRetry } from '#web/components/feedback/lazy-with-retry.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { COMPARED_MIN } from '#web/lib/screen/comparison-limits.ts';
import { type Comparison, serialiseComparison } from '#web/url/compare.ts';
import { stringifyQuery } from '#web/url/query-text.ts';
import { type ChangeComparison, useComparison } from '#web/url/use-comparison.ts';
import { AddJetton } from './add-jetton.tsx';
import styles from './compare-page.module.css';
import { NothingCompared } from './nothing-compared.tsx';
import { NumberTable } from './number-table.tsx';
import { PriceLines } from './price-lines.tsx';
import { useKeptFresh } from './use-kept-fresh.ts';

const SharePanel = lazyWithRetry(async () => (await import('#web/export-share/share-panel.tsx')).SharePanel);

/** Two to six jettons side by side: their prices as lines, their numbers in columns. */
export function ComparePage() {
  const { comparison, left, dropped, change } = useComparison();
  const { addresses, currency, period } = comparison;
  const remove = (gone: string) => change({ addresses: addresses.filter((address) => address !== gone) });
  return (
    <div className={styles.page}>
      <title>Compare · Jetscope</title>
      <div className={styles.head}>
        <h1>Compare</h1>
        <AddJetton compared={addresses} onAdd={(address) => change({ addresses: [...addresses, address] })} />
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
          <PopupButton label="Share">
            <SharePanel
              path={`/compare${stringifyQuery(serialiseComparison(comparison))}`}
              filters={[{ address: [...addresses] }]}
            />
          </PopupButton>
        </div>
      </div>
      <IgnoredFiltersBanner ignored={dropped} onDismiss={() => change({})} />
      <AddressBanner text="Six at most are compared. Left out of this link:" addresses={left} />
      {addresses.length === 0 ? (
        <NothingCompared onChoose={(chosen) => change({ addresses: chosen })} />
      ) : (
        <Compared comparison={comparison} onChange={change} onRemove={remove} />
      )}
    </div>
  );
}

interface ComparedProps {
  readonly comparison: Comparison;
  readonly onChange: ChangeComparison;
  readonly onRemove: (address: string) => void;
}

function Compared({ comparison, onChange, onRemove }: ComparedProps) {
  const { addresses } = comparison;
  const list = useQuery({ ...comparedJettons(addresses), ...useKeptFresh() });
  if (list.error && !list.data) {
    return (
      <Notice title="The jettons did not come" text={faultText(list.error)}>
        <Button onClick={() => void list.refetch()}>Retry</Button>
      </Notice>
    );
  }
  const isKnown = list.isSuccess && !list.isPlaceholderData;
  const unknown = isKnown ? addresses.filter((address) => !list.data.has(address)) : [];
  const known = addresses.filter((address) => !unknown.includes(address));
  const shown = known.map((address) => ({
    address,
    userFriendly: toUserFriendly(address),
    jetton: list.data?.get(address),
  }));
  return (
    <>
      <AddressBanner text="The service knows no jetton of" addresses={unknown}>
        <Button bare onClick={() => onChange({ addresses: known })}>
          Remove
        </Button>
      </AddressBanner>
      {shown.length < COMPARED_MIN ? (
        <p className={styles.hint} role="status">
          {shown.length === 0 ? 'Add two jettons to compare them.' : 'Add another jetton to compare it with.'}
        </p>
      ) : null}
      {shown.length > 0 ? (
        <>
          <PriceLines jettons={shown} comparison={comparison} />
          <NumberTable
            jettons={shown}
            comparison={comparison}
            onRemove={onRemove}
            readAt={list.dataUpdatedAt}
          />
        </>
      ) : null}
    </>
  );
}
