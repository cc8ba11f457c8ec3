import { type ReactNode, useId, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { type VerificationStatus, verificationLabels, verificationStatuses } from '#contract/enums.ts';
import { MAX_ADMINS } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import control from '#web/kit/controls/controls.module.css';
import { CurrencyField } from '#web/kit/controls/currency-field.tsx';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import type { HistoryMode } from '#web/kit/device/link-state.ts';
import { type Screen, withFilter, withRange } from '#web/list/list-state.ts';
import {
  type FilterGroupId,
  filterTextOf,
  isSupported,
  type RangeId,
  rangeIds,
} from '#web/list/measure-texts.ts';
import { findPastedAddress } from '#web/list/query/find-pasted-address.ts';
import { type ChangeScreen, useOtherChanges } from '#web/list/use-list-state.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';
import styles from './filter-panel.module.css';
import { OrderFields } from './order-fields.tsx';
import { RangeField } from './range-field.tsx';

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
  const {
    excludeScam,
    excludeWarned,
    excludeUntraded,
    address = [],
    admin = [],
    ranges = {},
  } = screen.filter;
  const unsupported = useUnsupportedFilters();
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
        Hide scams
      </label>
      {unsupported.has('excludeWarned') ? null : (
        <label className={control.check}>
          <input
            type="checkbox"
            checked={excludeWarned === true}
            onChange={({ target }) =>
              onChange((current) => withFilter(current, { excludeWarned: target.checked }))
            }
          />
          Hide jettons that a source warns of
        </label>
      )}
      {unsupported.has('excludeUntraded') ? null : (
        <label className={control.check}>
          <input
            type="checkbox"
            checked={excludeUntraded !== undefined}
            onChange={({ target }) =>
              onChange((current) =>
                withFilter(current, {
                  excludeUntraded: target.checked ? (current.period ?? DEFAULT_PERIOD) : undefined,
                }),
              )
            }
          />
          <span>{`Only traded in ${periodLabels[excludeUntraded ?? screen.period ?? DEFAULT_PERIOD]}`}</span>
        </label>
      )}
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

interface FilterGroupProps {
  readonly label: string;
  /** Number of filters of the group that are set. A group with any is open until the user closes it. */
  readonly activeCount: number;
  /** Whether the group is open without active filters. */
  readonly isOpenByDefault?: boolean;
  readonly children: ReactNode;
}

/** Filters that can be collapsed together. */
function FilterGroup({ label, activeCount, isOpenByDefault = false, children }: FilterGroupProps) {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <details
      className={styles.details}
      open={isOpen ?? (isOpenByDefault || activeCount > 0)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{activeCount > 0 ? `${label} (${activeCount})` : label}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

const reversed = [...verificationStatuses].reverse();
const options: readonly VerificationStatus[] = [...reversed.slice(1), 'JVS_SCAM'];

function VerificationField({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const { verification = [] } = screen.filter;
  return (
    <fieldset className="stack shrink flush">
      <legend className="caption">Verification</legend>
      {options.map((status) => (
        <label key={status} className={control.check}>
          <input
            type="checkbox"
            checked={verification.includes(status)}
            onChange={({ target }) => onChange((current) => withStatus(current, status, target.checked))}
          />
          {verificationLabels[status]}
        </label>
      ))}
    </fieldset>
  );
}

/** Selecting scam also clears "Hide scams", because no jetton would pass both. */
function withStatus(screen: Screen, status: VerificationStatus, isSelected: boolean): Screen {
  const { verification = [], excludeScam } = screen.filter;
  const others = verification.filter((other) => other !== status);
  const next = verificationStatuses.filter(
    (option) => others.includes(option) || (isSelected && option === status),
  );
  return withFilter(screen, {
    verification: next.length > 0 ? next : undefined,
    excludeScam: isSelected && status === 'JVS_SCAM' ? false : excludeScam,
  });
}

interface Props {
  readonly label: string;
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly onAddresses: (addresses: readonly string[] | undefined, phase: HistoryMode) => void;
}

/** Text area for addresses in any form, separated by whitespace, commas or semicolons. */
function AddressField({ label, addresses, limit, onAddresses }: Props) {
  const errorId = useId();
  const draft = useDraft({
    value: addressLines(addresses),
    onReset: useOtherChanges(),
    apply: (text, phase) => {
      const { raw, error } = parseAddresses(text, limit);
      if (error !== undefined) return undefined;
      onAddresses(raw.length > 0 ? raw : undefined, phase);
      return addressLines(raw);
    },
  });
  const { error } = parseAddresses(draft.text, limit);
  return (
    <label className="stack shrink tight">
      <span className="caption">{label}</span>
      <textarea
        className={`${control.input} ${control.text}`}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        placeholder="EQ… or 0:…"
        value={draft.text}
        aria-invalid={error !== undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onBlur={draft.commit}
      />
      {error ? (
        <span id={errorId} className={styles.error}>
          {error}
        </span>
      ) : null}
    </label>
  );
}

function addressLines(addresses: readonly string[]): string {
  return addresses.map(toUserFriendly).join('\n');
}

function parseAddresses(text: string, limit: number) {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const raw = [...new Set(words.flatMap((word) => findPastedAddress(word) ?? []))];
  const invalid = words.find((word) => findPastedAddress(word) === undefined);
  if (invalid !== undefined) return { raw, error: `Invalid address: ${invalid.slice(0, 60)}` };
  return { raw, error: raw.length > limit ? `At most ${limit} addresses` : undefined };
}
