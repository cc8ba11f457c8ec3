import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import type { Market } from '#contract/market.ts';
import { type Faces, symbolOf } from '#web/api/decoding/identities.ts';
import { FormattedAmount, FormattedPrice, UnknownValue } from '#web/components/display/formatted-number.tsx';
import { PercentChange } from '#web/components/display/percent-change.tsx';
import { RelativeTime } from '#web/components/display/relative-time.tsx';
import { isSilent, marketTypeText, spreadOf } from './compared-markets.ts';
import styles from './market-table.module.css';

/** One line has a column for everything; of two or, on a phone, three, the others have what there is no column for. */
export type RowLines = 'one' | 'narrow' | 'phone';

interface Props {
  readonly address: string;
  readonly market: Market;
  readonly faces: Faces;
  /** The one that the others are compared with. */
  readonly deepest: Market | undefined;
  readonly index: number;
  readonly now: Date;
  readonly lines: RowLines;
}

export function MarketRow({ address, market, faces, deepest, index, now, lines }: Props) {
  const { price, lastTransactionAt, createdAt } = market;
  const exchange = sanitizeText(market.exchangeId);
  const type = sanitizeText(marketTypeText(market.type));
  const other = symbolOf(market.counterpart, faces);
  const spread = <Spread market={market} deepest={deepest} />;
  // In TON it has a place of its own.
  const inCounterpart =
    market.counterpart === TON_ADDRESS ? null : (
      <Under>
        <FormattedPrice price={price.counterpart} /> <bdi>{other}</bdi>
      </Under>
    );
  return (
    <tr
      className={styles.row}
      onClick={follow}
      aria-rowindex={index + 2}
      data-silent={isSilent(market, now) || undefined}
      title={isSilent(market, now) ? 'Nobody has traded here for a day' : undefined}
    >
      <td className={styles.pair}>
        <Link
          to="/jetton/$address/pool/$poolAddress"
          params={{ address: toUserFriendly(address), poolAddress: toUserFriendly(market.poolAddress) }}
        >
          <bdi>{symbolOf(address, faces)}</bdi> / <bdi>{other}</bdi>
        </Link>
        {lines === 'one' ? null : (
          <Under>
            {exchange}, {type}
          </Under>
        )}
        {lines === 'phone' ? inCounterpart : null}
      </td>
      <td className={styles.words}>{exchange}</td>
      <td className={styles.type}>{type}</td>
      <td className={styles.wide}>
        <FormattedPrice price={price.counterpart} />
      </td>
      <td className={styles.mid}>
        <FormattedPrice price={price.ton} />
        {lines === 'narrow' ? inCounterpart : null}
      </td>
      <td>
        <FormattedPrice price={price.usd} />
        {lines === 'phone' ? (
          <>
            <Under>{spread}</Under>
            <Under>
              <FormattedPrice price={price.ton} />
            </Under>
          </>
        ) : null}
      </td>
      <td className={styles.mid}>{spread}</td>
      <td className={styles.depth}>
        <FormattedAmount amount={market.liquidity.usd} />
        {lines === 'phone' ? (
          <>
            <Under>
              <AgeOrUnknown time={lastTransactionAt} now={now} />
            </Under>
            <Under>
              <AgeOrUnknown time={createdAt} now={now} />
            </Under>
          </>
        ) : null}
      </td>
      <td className={styles.last}>
        <AgeOrUnknown time={lastTransactionAt} now={now} />
        {lines === 'narrow' ? (
          <Under>
            <AgeOrUnknown time={createdAt} now={now} />
          </Under>
        ) : null}
      </td>
      <td className={styles.wide}>
        <AgeOrUnknown time={createdAt} now={now} />
      </td>
    </tr>
  );
}

/** The second line of a cell. */
export function Under({ children }: { children: ReactNode }) {
  return <span className={styles.under}>{children}</span>;
}

function Spread({ market, deepest }: Pick<Props, 'market' | 'deepest'>) {
  if (deepest?.poolAddress === market.poolAddress) return <span className={styles.deepest}>deepest</span>;
  return <PercentChange percent={deepest && spreadOf(market, deepest)} />;
}

function AgeOrUnknown({ time, now }: { time: string | undefined; now: Date }) {
  return time === undefined ? <UnknownValue /> : <RelativeTime time={time} now={now} />;
}

/** The whole row leads where its link does. */
function follow({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && !target.closest('a')) currentTarget.querySelector('a')?.click();
}
