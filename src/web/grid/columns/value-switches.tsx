import { type PricePeriod, pricePeriods } from '#contract/enums.ts';
import { PeriodRadioGroup, RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { useIsPhone } from '#web/kit/device/media.ts';
import { storeCurrency, usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { type Screen, withPeriod } from '#web/list/list-state.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { currencyUnit, nativeCoin } from '#web/money/native-coin.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/**
 * Selects the period of the volume, transactions, traders and change columns. A choice is also stored on this device, as the
 * default for links without a period. Phones have room for the selected period only.
 */
export function PeriodSwitch({ screen, onChange }: Props) {
  const choose = (period: PricePeriod) => {
    useTableLayout.setState({ period });
    onChange((current) => withPeriod(current, period));
  };
  const period = screen.period ?? DEFAULT_PERIOD;
  if (useIsPhone())
    return (
      <label>
        <span className="visually-hidden">Period</span>
        <Select value={period} onChoose={choose}>
          {pricePeriods.map((option) => [option, periodLabels[option]])}
        </Select>
      </label>
    );
  return <PeriodRadioGroup periods={pricePeriods} legend="Period" period={period} onPeriod={choose} />;
}

/**
 * Switches the unit of prices, changes, sparklines and sums between the native coin and the other currency, USD unless the
 * user selected one. All values of a row have the same unit.
 */
export function UnitSwitch({ screen: { currency }, onChange }: Props) {
  const stored = usePersistedCurrency(({ fiat }) => fiat);
  const fiat = currency === 'ton' ? stored : currency;
  const { symbol } = nativeCoin;
  return (
    <RadioGroup
      legend="Unit"
      title={
        currency === 'ton'
          ? `Prices, changes and sums in ${symbol}`
          : `Prices, changes and sums in ${currencyUnit(currency)}. Lists can only be filtered by the change in ${symbol}`
      }
      value={currency}
      onChoose={(chosen) => {
        storeCurrency(chosen, currency);
        onChange((current) => ({ ...current, currency: chosen }));
      }}
    >
      {[
        [fiat, currencyUnit(fiat)],
        ['ton', symbol],
      ]}
    </RadioGroup>
  );
}
