import { MAX_ADMINS } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { useUnsupportedRanges } from '#web/api/queries/filter-support.ts';
import control from '#web/kit/controls/control.module.css';
import { CurrencyField } from '#web/kit/controls/currency-field.tsx';
import { type Screen, withFilter, withRange } from '#web/list/list-state.ts';
import {
  type FilterGroupId,
  filterTextOf,
  isSupported,
  type RangeId,
  rangeIds,
} from '#web/list/measure-texts.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { AddressField } from './address-field.tsx';
import { FilterGroup } from './filter-group.tsx';
import styles from './filter-panel.module.css';
import { OrderFields } from './order-fields.tsx';
import { RangeField } from './range-field.tsx';
import { VerificationField } from './verification-field.tsx';

const groups: Readonly<Record<FilterGroupId, { readonly label: string; readonly isOpenByDefault: boolean }>> =
  {
    size: { label: 'Size', isOpenByDefault: true },
    activity: { label: 'Activity', isOpenByDefault: true },
    facts: { label: 'Age, trust and holders', isOpenByDefault: true },
    change: { label: 'Price change', isOpenByDefault: false },
  };
const groupIds = Object.keys(groups) as FilterGroupId[];

/** Form with every field of the list filter. */
export function FilterPanel({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const { excludeScam, address = [], admin = [], ranges = {} } = screen.filter;
  const unsupported = useUnsupportedRanges();
  const rate = useExchangeRate(screen.currency);
  // Creation times are shown only if the link contains one; age covers the rest.
  const isShown = (id: RangeId) => isSupported(id, unsupported) && (id !== 'createdAt' || ranges[id]);
  const shownGroups = groupIds
    .map((group) => ({
      ...groups[group],
      ids: rangeIds.filter((id) => filterTextOf(id).group === group && isShown(id)),
    }))
    .filter(({ ids }) => ids.length > 0);
  return (
    <div className={styles.panel}>
      <div className="stack">
        <OrderFields screen={screen} rate={rate} unsupported={unsupported} onChange={onChange} />
        <CurrencyField
          currency={screen.currency}
          onCurrency={(currency) => onChange((current) => ({ ...current, currency }))}
        />
      </div>
      <label className={control.check}>
        <input
          type="checkbox"
          checked={excludeScam}
          onChange={({ target }) =>
            onChange((current) => withFilter(current, { excludeScam: target.checked }))
          }
        />
        Hide scam
      </label>
      <VerificationField screen={screen} onChange={onChange} />
      {shownGroups.map(({ label, ids, isOpenByDefault }) => (
        <FilterGroup
          key={label}
          label={label}
          activeCount={ids.filter((id) => ranges[id]).length}
          isOpenByDefault={isOpenByDefault}
        >
          {ids.map((id) => (
            <RangeField
              key={id}
              id={id}
              range={ranges[id]}
              rate={rate}
              onRange={(range, phase) => onChange((current) => withRange(current, id, range), phase)}
            />
          ))}
        </FilterGroup>
      ))}
      <FilterGroup label="Addresses and admins" activeCount={address.length + admin.length}>
        <AddressField
          label="Addresses"
          addresses={address}
          limit={MAX_ADDRESSES}
          onAddresses={(addresses, phase) =>
            onChange((current) => withFilter(current, { address: addresses && [...addresses] }), phase)
          }
        />
        <AddressField
          label="Admins"
          addresses={admin}
          limit={MAX_ADMINS}
          onAddresses={(addresses, phase) =>
            onChange((current) => withFilter(current, { admin: addresses && [...addresses] }), phase)
          }
        />
      </FilterGroup>
    </div>
  );
}
