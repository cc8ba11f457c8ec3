import { useId, useState } from 'react';
import type { Currency } from '#contract/enums.ts';
import { storeCurrency } from '#web/kit/device/preferences.ts';
import { type CurrencyName, currencyName, findCurrencies } from '#web/money/currencies.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import control from './controls.module.css';
import { Suggestions } from './suggestions.tsx';
import { useCombobox } from './use-combobox.ts';

interface Props {
  readonly currency: Currency;
  readonly onCurrency: (currency: Currency) => void;
}

/** Combobox of all currencies, searchable by code, name and symbol. Stores the choice on this device. */
export function CurrencyField({ currency, onCurrency }: Props) {
  const id = useId();
  /** Undefined while the list is closed. */
  const [text, setText] = useState<string>();
  const close = () => setText(undefined);
  const pick = (code: Currency) => {
    close();
    if (code === currency) return;
    storeCurrency(code, currency);
    onCurrency(code);
  };
  const matches = text === undefined ? [] : findCurrencies(text);
  const { inputProps, listProps } = useCombobox({
    isOpen: text !== undefined,
    options: matches.map(({ code, name, fullName = name, symbol }) => ({
      key: code,
      text: currencyUnit(code),
      note: symbol === currencyUnit(code) ? fullName : `${symbol} ${fullName}`,
      pick: () => pick(code),
    })),
    highlightsFirst: Boolean(text),
    onText: setText,
    onOpen: () => setText((current) => current ?? ''),
    onClose: close,
  });
  const label = currencyLabel(currencyName(currency));
  return (
    <div className={control.field}>
      <label className="caption" htmlFor={id}>
        Currency
      </label>
      <input {...inputProps} id={id} className={control.select} placeholder={label} value={text ?? label} />
      {text === undefined ? null : (
        <Suggestions {...listProps} label="Currencies">
          {matches.length === 0 ? <p className={control.empty}>No matching currency</p> : null}
        </Suggestions>
      )}
    </div>
  );
}

function currencyLabel({ code, name, symbol }: CurrencyName): string {
  const unit = currencyUnit(code);
  return symbol === unit ? `${unit}, ${name}` : `${unit} ${symbol}, ${name}`;
}
