import { useId, useState } from 'react';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/control.module.css';
import { Select } from '#web/kit/controls/select.tsx';
import styles from './markets.module.css';

interface Props {
  /** Unfiltered markets, which the options are taken from. */
  readonly markets: readonly Market[];
  readonly identities: Identities;
}

export function MarketFilters({ markets, identities }: Props) {
  const { search, change } = useJettonSearch();
  const { exchangeId, counterpart, poolAddress } = search;
  const exchanges = [
    ...new Set([...markets.map((market) => market.exchangeId), ...(exchangeId ? [exchangeId] : [])]),
  ];
  const counterparts = [
    ...new Set([
      ...markets.map((market) => toUserFriendly(market.counterpart)),
      ...(counterpart ? [counterpart] : []),
    ]),
  ];
  const isFiltered = [exchangeId, counterpart, poolAddress].some((value) => value !== undefined);
  return (
    <div className={styles.filters}>
      <FilterSelect label="Exchange" value={exchangeId} onChoose={(chosen) => change({ exchangeId: chosen })}>
        {exchanges.map((id) => [id, exchangeName(id)])}
      </FilterSelect>
      <FilterSelect label="Quote" value={counterpart} onChoose={(chosen) => change({ counterpart: chosen })}>
        {counterparts.map((address) => [address, symbolOf(parseAddress(address) ?? address, identities)])}
      </FilterSelect>
      <PoolField
        key={poolAddress ?? ''}
        pool={poolAddress}
        onPool={(chosen) => change({ poolAddress: chosen })}
      />
      {isFiltered ? (
        <Button
          bare
          onClick={() => change({ exchangeId: undefined, counterpart: undefined, poolAddress: undefined })}
        >
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
  /** Pairs of value and label. */
  readonly children: readonly (readonly [string, string])[];
}

function FilterSelect({ label, value, onChoose, children }: FilterSelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value ?? ''} onChoose={(chosen) => onChoose(chosen || undefined)}>
        {[['', 'Any'], ...children]}
      </Select>
    </div>
  );
}

interface PoolProps {
  readonly pool: string | undefined;
  readonly onPool: (pool: string | undefined) => void;
}

/** Accepts a pool address in any form. Invalid input is marked and not applied. */
function PoolField({ pool = '', onPool }: PoolProps) {
  const id = useId();
  const [text, setText] = useState(pool);
  const raw = parseAddress(text.trim());
  const isInvalid = text.trim() !== '' && raw === undefined;
  const apply = () => {
    const next = raw === undefined ? undefined : toUserFriendly(raw);
    if (!isInvalid && (next ?? '') !== pool) onPool(next);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Pool</label>
      <input
        id={id}
        className={control.input}
        placeholder="Address"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={isInvalid}
        title={isInvalid ? 'Invalid address' : pool}
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </div>
  );
}
