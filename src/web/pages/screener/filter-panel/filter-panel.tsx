import { MAX_ADMINS } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { useUnsupportedRanges } from '#web/api/queries/filter-support.ts';
import control from '#web/components/controls/control.module.css';
import { CurrencyField } from '#web/components/controls/currency-field.tsx';
import { isSupported, rangeIds, rangesOf } from '#web/lib/screen/ranges.ts';
import { type Screen, withFilter, withRange } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { AddressField } from './address-field.tsx';
import styles from './filter-panel.module.css';
import { OrderFields } from './order-fields.tsx';
import { RangeField } from './range-field.tsx';
import { VerificationField } from './verification-field.tsx';

/** Form with every field of the list filter. */
export function FilterPanel({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const { excludeScam, address = [], admin = [] } = screen.filter;
  const ranges = rangesOf(screen.filter);
  const unsupported = useUnsupportedRanges();
  // Creation times are shown only if the link contains one; age covers the rest.
  const shownRanges = rangeIds.filter(
    (id) => isSupported(id, unsupported) && (id !== 'created' || ranges[id]),
  );
  return (
    <div className={styles.panel}>
      <div className={styles.rows}>
        <OrderFields screen={screen} unsupported={unsupported} onChange={onChange} />
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
      {shownRanges.map((id) => (
        <RangeField
          key={id}
          id={id}
          range={ranges[id]}
          onRange={(range, phase) => onChange((current) => withRange(current, id, range), phase)}
        />
      ))}
      <VerificationField screen={screen} onChange={onChange} />
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
    </div>
  );
}
