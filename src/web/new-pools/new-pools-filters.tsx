import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#contract/format/format-numbers.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { Select } from '#web/kit/controls/select.tsx';
import styles from './new-pools.module.css';
import { minLiquidities, minTrustScores, type NewPoolsFilter } from './new-pools-link.ts';
import { exchangesWithPools } from './new-pools-queries.ts';

export interface FiltersProps {
  readonly filter: NewPoolsFilter;
  readonly onFilter: (filter: NewPoolsFilter) => void;
}

export function Filters({ filter, onFilter }: FiltersProps) {
  const exchanges = useQuery(exchangesWithPools()).data ?? [];
  const { exchange, liquidity, trust, show } = filter;
  // An exchange of a link may have no pools.
  const ids = [...new Set([...exchanges, ...(exchange === undefined ? [] : [exchange])])];
  return (
    <>
      <FilterSelect
        label="Exchange"
        value={exchange}
        onChoose={(chosen) => onFilter({ ...filter, exchange: chosen })}
        options={[[undefined, 'All exchanges'], ...ids.map((id) => [id, exchangeName(id)] as const)]}
      />
      <FilterSelect
        label="Liquidity"
        value={liquidity}
        onChoose={(chosen) => onFilter({ ...filter, liquidity: chosen })}
        options={[
          [undefined, 'Any liquidity'],
          ...minLiquidities.map((usd) => [usd, `$${formatCount(usd)} or more`] as const),
        ]}
      />
      <FilterSelect
        label="Trust score"
        value={trust}
        onChoose={(chosen) => onFilter({ ...filter, trust: chosen })}
        options={[
          [undefined, 'Any trust score'],
          ...minTrustScores.map((score) => [score, `Trust ${score} or more`] as const),
        ]}
      />
      <FilterSelect
        label="Jettons"
        value={show}
        onChoose={(chosen) => onFilter({ ...filter, show: chosen })}
        options={[
          [undefined, 'Without scam'],
          ['verified', 'Verified only'],
          ['all', 'All jettons'],
        ]}
      />
    </>
  );
}

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChoose: (value: Value | undefined) => void;
  readonly options: readonly (readonly [Value | undefined, string])[];
}

function FilterSelect<Value extends string>({ label, value, onChoose, options }: FilterSelectProps<Value>) {
  return (
    <label className={styles.filter}>
      <span className="visually-hidden">{label}</span>
      <Select<Value | ''> value={value ?? ''} onChoose={(chosen) => onChoose(chosen || undefined)}>
        {options.map(([option, text]) => [option ?? '', text])}
      </Select>
    </label>
  );
}
