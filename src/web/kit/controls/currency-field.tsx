import { type KeyboardEvent, useId, useState } from 'react';
import type { Currency } from '#contract/enums.ts';
import { storeCurrency } from '#web/kit/device/preferences.ts';
import { type CurrencyName, currencyName, findCurrencies } from '#web/money/currencies.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import control from './control.module.css';
import styles from './currency-field.module.css';
import { nextActiveIndex, optionId, Suggestions } from './suggestions.tsx';

interface Props {
  readonly currency: Currency;
  readonly onCurrency: (currency: Currency) => void;
}

interface SearchState {
  readonly text: string;
  /** Index of the highlighted option; -1 if none is. */
  readonly active: number;
}

/** Combobox of all currencies, searchable by code, name and symbol. Stores the choice on this device. */
export function CurrencyField({ currency, onCurrency }: Props) {
  const id = useId();
  const listId = useId();
  const [search, setSearch] = useState<SearchState>();
  const matches = search === undefined ? [] : findCurrencies(search.text);
  const activeMatch = search && matches[search.active];
  const pick = (name: CurrencyName | undefined) => {
    setSearch(undefined);
    if (!name || name.code === currency) return;
    storeCurrency(name.code, currency);
    onCurrency(name.code);
  };
  const open = () => setSearch((current) => current ?? { text: '', active: -1 });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const active = nextActiveIndex(event.key, search?.active ?? -1, matches.length);
    if (active !== undefined) {
      event.preventDefault();
      setSearch({ text: search?.text ?? '', active });
    }
    if (event.key === 'Escape' && search) {
      // Close only the suggestions, not the surrounding drawer.
      event.preventDefault();
      setSearch(undefined);
    }
    if (event.key === 'Enter' && search)
      pick(matches[search.active] ?? (search.text ? matches[0] : undefined));
  };
  return (
    <div className={styles.field}>
      <label className="caption" htmlFor={id}>
        Currency
      </label>
      <input
        id={id}
        className={control.select}
        role="combobox"
        aria-expanded={search !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeMatch && optionId(listId, activeMatch.code)}
        autoComplete="off"
        spellCheck={false}
        placeholder={currencyLabel(currencyName(currency))}
        value={search?.text || (search ? '' : currencyLabel(currencyName(currency)))}
        onClick={open}
        onChange={({ target }) => setSearch({ text: target.value, active: -1 })}
        onKeyDown={onKeyDown}
        onBlur={() => setSearch(undefined)}
      />
      {search ? (
        <Suggestions
          id={listId}
          label="Currencies"
          options={matches.map(({ code, name, fullName = name, symbol }) => ({
            key: code,
            text: currencyUnit(code),
            note: symbol === currencyUnit(code) ? fullName : `${symbol} ${fullName}`,
          }))}
          active={search.active}
          onPick={(index) => pick(matches[index])}
        >
          {matches.length === 0 ? <p className={styles.empty}>No matching currency</p> : null}
        </Suggestions>
      ) : null}
    </div>
  );
}

function currencyLabel({ code, name, symbol }: CurrencyName): string {
  const unit = currencyUnit(code);
  return symbol === unit ? `${unit}, ${name}` : `${unit} ${symbol}, ${name}`;
}
