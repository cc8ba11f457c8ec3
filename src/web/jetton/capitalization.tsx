import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { formatCompactAmount } from '#contract/format/format-numbers.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { jettonMarkets } from '#web/api/queries/markets.ts';
import { jettonHolders, jettonValuation } from '#web/api/queries/single-jetton.ts';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, FormattedCount, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import { currencyUnit } from '#web/money/native-coin.ts';
import { lossText } from '#web/money/percentages.ts';
import { impactLevel } from '#web/price-impact/impact.ts';
import { isConstantProduct } from '#web/price-impact/pool-model.ts';
import { shareText } from '#web/price-impact/price-impact-texts.ts';
import { estimateSaleImpact } from '#web/price-impact/trade.ts';
import styles from './facts.module.css';

interface Props {
  readonly jetton: JettonDetails;
  readonly currency: Currency;
}

/**
 * Sums in the selected currency (operation 3) and the holder count (operation 11).
 * Falls back to USD while the converted sums are loading or unavailable.
 */
export function Capitalization({ jetton, currency }: Props) {
  const { address } = jetton.identity;
  const needsConversion = currency !== 'usd';
  const valuation = useQuery({ ...jettonValuation(address, currency), enabled: needsConversion });
  const converted = needsConversion ? valuation.data : null;
  const fdmc = converted ? converted.fdmcCurrency : jetton.fdmc;
  const mcap = converted ? converted.mcapCurrency : jetton.mcap;
  const liquidity = converted ? converted.liquidityCurrency : jetton.liquidityUsd;
  const unit = currencyUnit(converted ? currency : 'usd');
  return (
    <section aria-label="Market cap, FDV, liquidity and holders">
      <h2 className="visually-hidden">Valuation</h2>
      <dl className={`${styles.figures} figures`}>
        <Sum label="Market cap" unit={unit} sum={mcap} title="Price × circulating supply" />
        <Sum label="FDV" unit={unit} sum={fdmc} title="Fully diluted valuation: price × total supply" />
        <Sum label="Liquidity" unit={unit} sum={liquidity} title="Both sides of all pools" />
        <Holders address={address} listed={jetton.holders} />
        <Exit label="Sale of $1k" value={jetton.exit1k} worst={jetton.worstExit1k} sold={1_000} />
        <Exit label="Sale of $10k" value={jetton.exit10k} worst={jetton.worstExit10k} sold={10_000} />
      </dl>
      {needsConversion ? <QueryError query={valuation} /> : null}
      <PriceImpactNote
        address={address}
        marketCap={mcap}
        fdmc={fdmc}
        liquidity={liquidity}
        unit={unit}
        isScam={jetton.verification === 'JVS_SCAM'}
      />
    </section>
  );
}

interface SumProps {
  readonly label: string;
  readonly unit: string;
  readonly sum: Amount | undefined;
  readonly title: string;
}

function Sum({ label, unit, sum, title }: SumProps) {
  return (
    <Fact label={`${label}, ${unit}`} title={title}>
      <FormattedAmount amount={sum} />
    </Fact>
  );
}

interface ExitProps {
  readonly label: string;
  readonly value: Amount | undefined;
  readonly worst: Amount | undefined;
  /** In USD. */
  readonly sold: number;
}

const EXIT_TITLE =
  'What the sale brings in the pools now, without fees, and the loss. Worst: the same at the lowest reserves of 30 days';
const NO_EXIT_TITLE =
  'Unknown: requires that the deepest pool is a constant-product pool whose reserves agree with its last price';

/** What a sale brings. Unlike the other sums, always in USD, as is what is sold. */
function Exit({ label, value, worst, sold }: ExitProps) {
  return (
    <Fact label={`${label}, USD`} title={value ? EXIT_TITLE : NO_EXIT_TITLE}>
      {value ? <FormattedAmount amount={value} /> : <UnknownExit />}
      {value ? <span className="note regular"> {lossText(value, sold)}</span> : null}
      {worst ? (
        <div className="note regular">
          worst in 30d <FormattedAmount amount={worst} /> {lossText(worst, sold)}
        </div>
      ) : null}
    </Fact>
  );
}

function UnknownExit() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{NO_EXIT_TITLE}</span>
    </>
  );
}

interface HoldersProps {
  readonly address: string;
  /** The number in the list, until the current one is loaded. */
  readonly listed: string | undefined;
}

function Holders({ address, listed }: HoldersProps) {
  const query = useQuery(jettonHolders(address));
  const { data } = query;
  const now = useServiceClock();
  const ago = useAgoText();
  return (
    <Fact label="Holders" title="Wallets with a balance">
      <FormattedCount count={data?.value ?? listed} />
      <div className="note regular">
        {data?.changedAt ? (
          <>
            <RelativeTime time={data.changedAt} now={now} /> <span>{ago}</span>
          </>
        ) : (
          '\u00a0'
        )}
      </div>
      <QueryError query={query} />
    </Fact>
  );
}

interface PriceImpactNoteProps {
  readonly address: string;
  readonly marketCap: Amount | undefined;
  readonly fdmc: Amount | undefined;
  readonly liquidity: Amount | undefined;
  /** Currency of the sums. */
  readonly unit: string;
  readonly isScam: boolean;
}

function PriceImpactNote({ address, marketCap, fdmc, liquidity, unit, isScam }: PriceImpactNoteProps) {
  const list = useInfiniteQuery(jettonMarkets(address));
  const supply = marketCap ? 'the circulating supply' : 'the total supply';
  const label = `Price impact of selling 1% of ${supply}: `;
  if (isScam)
    return <p className={styles.note}>{`${label}not estimated. A scam can prevent holders from selling.`}</p>;
  if (!list.data && list.isPending)
    return (
      <p className={styles.note} aria-busy>
        {`${label}loading…`}
      </p>
    );
  const markets = list.data?.pages.flatMap((page) => page.markets) ?? [];
  const isPartial = !markets.every(({ type }) => isConstantProduct(type));
  const impact = estimateSaleImpact(marketCap ?? fdmc, liquidity, markets);
  if (!impact) {
    return (
      <p className={styles.note}>
        {`${label}unknown. It requires supply, liquidity, and a pool that is known to be a constant-product pool.`}
      </p>
    );
  }
  return (
    <div className={styles.note}>
      <p>
        <span>{label}</span>
        <strong>{impactLevel(impact.loss)}</strong>
      </p>
      {/* In a paragraph that is smaller than what the document shows: the largest one should not be the last. */}
      <p>
        {`${marketCap ? '' : 'Circulating supply is unknown. '}Selling ${valueText(impact.value)} ${unit} at once would return ${shareText(impact.loss)} less than the current price and lower the price by ${shareText(impact.drop)}.`}
      </p>
      <details>
        <summary>How this is estimated</summary>
        <p>
          {`q = 1% of the value of ${supply} ÷ half of liquidity${
            isPartial ? ' in pools that are known to be constant-product pools' : ''
          }. As in a single constant-product pool without fees, the average sale price is 1 ÷ (1 + q) of the current price, and the price afterwards 1 ÷ (1 + q)².`}
        </p>
      </details>
    </div>
  );
}

function valueText(value: Amount): string {
  const { digits, unit } = formatCompactAmount(value);
  return digits + unit;
}
