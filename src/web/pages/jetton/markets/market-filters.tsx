import { useId, useState } from 'react';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import type { Market } from '#contract/market.ts';
import { type Faces, symbolOf } from '#web/api/decoding/identities.ts';
import { Button } from '#web/components/controls/button.tsx';
import control from '#web/components/controls/control.module.css';
import { Select } from '#web/components/controls/select.tsx';
import { useJettonLink } from '#web/pages/jetton/header/use-jetton-link.ts';
import styles from './markets.module.css';

interface Props {
  /** Markets that are loaded without filters: they tell what there is to choose. */
  readonly known: readonly Market[];
  readonly faces: Faces;
}

export function MarketFilters({ known, faces }: Props) {
  const { search, change } = useJettonLink();
  const { exchangeId, counterpart, poolAddress } = search;
  const exchanges = [
    ...new Set([...known.map((market) => market.exchangeId), ...(exchangeId ? [exchangeId] : [])]),
  ];
  const counterparts = [
    ...new Set([
      ...known.map((market) => toUserFriendly(market.counterpart)),
      ...(counterpart ? [counterpart] : []),
    ]),
  ];
  const isAny = exchangeId ?? counterpart ?? poolAddress;
  return (
    <div className={styles.filters}>
      <Choice label="Exchange" value={exchangeId} onChoose={(chosen) => change({ exchangeId: chosen })}>
        {exchanges.map((id) => [id, sanitizeText(id)])}
      </Choice>
      <Choice label="Counterpart" value={counterpart} onChoose={(chosen) => change({ counterpart: chosen })}>
        {counterparts.map((address) => [address, symbolOf(parseAddress(address) ?? address, faces)])}
      </Choice>
      <PoolField
        key={poolAddress ?? ''}
        pool={poolAddress}
        onPool={(chosen) => change({ poolAddress: chosen })}
      />
      {isAny === undefined ? null : (
        <Button
          bare
          onClick={() => change({ exchangeId: undefined, counterpart: undefined, poolAddress: undefined })}
        >
          All markets
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
  /** Values with their names. */
  readonly children: readonly (readonly [string, string])[];
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
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

/** Any spelling of a pool's address; what is none says so and changes nothing. */
function PoolField({ pool = '', onPool }: PoolProps) {
  const id = useId();
  const [text, setText] = useState(pool);
  const raw = parseAddress(text.trim());
  const isBad = text.trim() !== '' && raw === undefined;
  const take = () => {
    const next = raw === undefined ? undefined : toUserFriendly(raw);
    if (!isBad && (next ?? '') !== pool) onPool(next);
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
        aria-invalid={isBad}
        title={isBad ? 'Not an address' : pool}
        onChange={({ target }) => setText(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
    </div>
  );
}
