import { useStore } from 'zustand';
import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { exchangeName, poolTypeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { OverlaySwatch } from '#web/chart/view/line-swatch.tsx';
import {
  FormattedAmount,
  FormattedPrice,
  PercentChange,
  UnknownValue,
} from '#web/kit/display/formatted-values.tsx';
import { PairLink } from '#web/kit/display/links.tsx';
import table from '#web/kit/display/small-table.module.css';
import { priceSpread } from '#web/money/price-spread.ts';
import { type Originals, quoteWarning } from '#web/untrusted/look-alike.ts';
import styles from './other-pools.module.css';
import { type OtherPool, poolName } from './use-other-pools.ts';

interface Props {
  readonly address: string;
  readonly pool: OtherPool;
  /** The market that the spread is relative to. */
  readonly reference: Market | undefined;
  readonly identities: Identities;
  readonly originals: Originals<ListedJetton>;
  readonly session: ChartSession | undefined;
  /** Index among the overlaid pools. Undefined if the pool is not overlaid. */
  readonly overlayIndex: number | undefined;
  /** Whether another pool can be overlaid. */
  readonly canOverlay: boolean;
  readonly onToggle: () => void;
}

export function OtherPoolRow({
  address,
  pool,
  reference,
  identities,
  originals,
  session,
  overlayIndex,
  canOverlay,
  onToggle,
}: Props) {
  const { poolAddress, market } = pool;
  const quote = market && identities.get(market.counterpart);
  const percent = market && reference && priceSpread(market, reference);
  const spread = <PercentChange change={percent === undefined ? undefined : { percent }} />;
  const isOverlaid = overlayIndex !== undefined;
  return (
    <>
      <tr>
        <td>
          <input
            type="checkbox"
            aria-label={`Overlay ${poolName(pool, identities)}`}
            checked={isOverlaid}
            disabled={!isOverlaid && !canOverlay}
            onChange={onToggle}
          />{' '}
          {isOverlaid ? <OverlaySwatch index={overlayIndex} /> : null}
        </td>
        <th scope="row">
          <PairLink
            address={address}
            poolAddress={poolAddress}
            warning={quote && quoteWarning(quote, originals)}
          >
            {market ? (
              <>
                <bdi>{symbolOf(address, identities)}</bdi> /{' '}
                <bdi>{symbolOf(market.counterpart, identities)}</bdi>
              </>
            ) : (
              shortenAddress(toUserFriendly(poolAddress))
            )}
          </PairLink>
          {market ? (
            <span className={styles.secondary}>
              {exchangeName(market.exchangeId)}, {poolTypeName(market.type)}
            </span>
          ) : null}
        </th>
        <td className={`${table.text} ${styles.wide}`}>
          {market ? exchangeName(market.exchangeId) : <UnknownValue />}
        </td>
        <td className={`${table.text} ${styles.wide}`}>
          {market ? poolTypeName(market.type) : <UnknownValue />}
        </td>
        <td>
          <FormattedPrice price={market?.price.usd} />
          <span className={styles.secondary}>{spread}</span>
        </td>
        <td className={styles.wide}>{spread}</td>
        <td>
          <FormattedAmount amount={market?.liquidity.usd} />
        </td>
      </tr>
      {session && isOverlaid ? <OverlayError session={session} poolAddress={poolAddress} /> : null}
    </>
  );
}

/** The error of an overlaid pool whose ticks could not be loaded. */
function OverlayError({ session, poolAddress }: { session: ChartSession; poolAddress: string }) {
  const error = useStore(session.state, ({ overlayErrors }) => overlayErrors.get(poolAddress));
  if (!error) return null;
  return (
    <tr>
      <td colSpan={7} className={styles.error}>
        <div role="alert">
          Couldn't load swaps. <ErrorNotice error={error} onRetry={() => session.retryOverlay(poolAddress)} />
        </div>
      </td>
    </tr>
  );
}
