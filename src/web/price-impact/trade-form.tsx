import { useId } from 'react';
import control from '#web/kit/controls/control.module.css';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import styles from './price-impact.module.css';
import type { AmountUnit, TradeSide } from './trade.ts';

interface Props {
  readonly side: TradeSide;
  readonly onSide: (side: TradeSide) => void;
  readonly text: string;
  readonly isInvalid: boolean;
  readonly onText: (text: string) => void;
  readonly unit: AmountUnit;
  readonly units: readonly (readonly [AmountUnit, string])[];
  readonly onUnit: (unit: AmountUnit) => void;
  /** Value of the selected choice. */
  readonly pool: string;
  readonly pools: readonly (readonly [string, string])[];
  readonly onPool: (pool: string) => void;
}

const sides = [
  ['buy', 'Buy'],
  ['sell', 'Sell'],
] as const;

const amountLabels = {
  buy: { currency: 'Pay', jetton: 'Receive' },
  sell: { currency: 'Sell, worth', jetton: 'Sell' },
} as const;

export function TradeForm(props: Props) {
  const { side, onSide, text, isInvalid, onText, unit, units, onUnit, pool, pools, onPool } = props;
  const id = useId();
  return (
    <div className={styles.form}>
      <RadioGroup legend="Side" value={side} onChoose={onSide}>
        {sides}
      </RadioGroup>
      <div className={styles.field}>
        <label htmlFor={`${id}amount`}>{amountLabels[side][unit]}</label>
        <input
          id={`${id}amount`}
          className={control.input}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="Amount"
          value={text}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}error` : undefined}
          onChange={({ target }) => onText(target.value)}
        />
        <label className="visually-hidden" htmlFor={`${id}unit`}>
          Unit
        </label>
        <Select id={`${id}unit`} value={unit} onChoose={onUnit}>
          {units}
        </Select>
      </div>
      {isInvalid ? (
        <p id={`${id}error`} className={styles.error}>
          Enter a number such as 1,500 or 10k
        </p>
      ) : null}
      <div className={styles.field}>
        <label htmlFor={`${id}pool`}>Pool</label>
        <Select id={`${id}pool`} value={pool} onChoose={onPool}>
          {pools}
        </Select>
      </div>
    </div>
  );
}
