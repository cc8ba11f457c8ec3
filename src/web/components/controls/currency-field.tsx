import { type KeyboardEvent, useId, useState } from 'react';
import type { Currency } from '#contract/enums.ts';
import { type CurrencyName, currencyName, findCurrencies } from '#web/lib/numbers/currencies.ts';
import { useKeptCurrency } from '#web/state/currency.ts';
import control from './control.module.css';
import styles from './currency-field.module.css';
import { nextActiveIndex, Suggestions } from './suggestions.tsx';

interface Props {
  readonly currency: Currency;
  readonly onCurrency: (currency: Currency) => void;
}

interface Typed {
  readonly text: string;
  readonly active: number;
}

/** All currencies, found by code, name or symbol; the device remembers the choice. */
export function CurrencyField({ currency, onCurrency }: Props) {
  const id = useId();
  const list = useId();
  const [typed, setTyped] = useState<Typed>();
  const found = typed === undefined ? [] : findCurrencies(typed.text);
  const pick = (name: CurrencyName | undefined) => {
    setTyped(undefined);
    if (!name || name.code === currency) return;
    useKeptCurrency.setState({ currency: name.code });
    onCurrency(name.code);
  };
  const open = () => setTyped((known) => known ?? { text: '', active: -1 });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const active = nextActiveIndex(event.key, typed?.active ?? -1, found.length);
    if (active !== undefined) {
      event.preventDefault();
      setTyped({ text: typed?.text ?? '', active });
    }
    if (event.key === 'Escape' && typed) {
      // The drawer that it may stand in is not meant.
      event.preventDefault();
      setTyped(undefined);
    }
    if (event.key === 'Enter' && typed) pick(found[typed.active] ?? (typed.text ? found[0] : undefined));
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        Currency
      </label>
      <input
        id={id}
        className={control.select}
        role="combobox"
        aria-expanded={typed !== undefined}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={typed && typed.active >= 0 ? `${list}-${typed.active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={written(currencyName(currency))}
        value={typed?.text || (typed ? '' : written(currencyName(currency)))}
        onClick={open}
        onChange={({ target }) => setTyped({ text: target.value, active: -1 })}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
      />
      {typed ? (
        <Suggestions
          id={list}
          label="Currencies"
          options={found.map(({ code, name, symbol }) => ({
            key: code,
            text: code.toUpperCase(),
            note: symbol === code.toUpperCase() ? name : `${symbol} ${name}`,
          }))}
          active={typed.active}
          onPick={(index) => pick(found[index])}
        >
          {found.length === 0 ? <p className={styles.none}>No such currency</p> : null}
        </Suggestions>
      ) : null}
    </div>
  );
}

function written({ code, name, symbol }: CurrencyName): string {
  const sign = code.toUpperCase();
  return symbol === sign ? `${sign}, ${name}` : `${sign} ${symbol}, ${name}`;
}
