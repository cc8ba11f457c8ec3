import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { toUserFriendly } from '#contract/address.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { ErrorNotice } from '#web/chart/ui/error-notice.tsx';
import { OverlaySwatch } from '#web/chart/ui/line-swatch.tsx';
import { FormattedAmount, UnknownValue } from '#web/components/display/formatted-number.tsx';
import styles from './other-pools.module.css';
import { type OtherPool, poolName } from './use-other-pools.ts';

interface Props {
  readonly address: string;
  readonly pool: OtherPool;
  readonly identities: Identities;
  readonly session: ChartSession | undefined;
  /** Index among the overlaid pools. Undefined if the pool is not overlaid. */
  readonly overlayIndex: number | undefined;
  /** Whether the maximum number of pools is overlaid. */
  readonly isFull: boolean;
  readonly onToggle: () => void;
}

export function OtherPoolRow({ address, pool, identities, session, overlayIndex, isFull, onToggle }: Props) {
  const { poolAddress, market } = pool;
  const isOverlaid = overlayIndex !== undefined;
  return (
    <>
      <tr>
        <td>
          <input
            type="checkbox"
            aria-label={`Overlay ${poolName(pool, identities)}`}
            checked={isOverlaid}
            disabled={!isOverlaid && isFull}
            onChange={onToggle}
          />{' '}
          {isOverlaid ? <OverlaySwatch index={overlayIndex} /> : null}
        </td>
        <th scope="row">
          <Link
            to="/jetton/$address/pool/$poolAddress"
            params={{ address: toUserFriendly(address), poolAddress: toUserFriendly(poolAddress) }}
          >
            {market ? (
              <>
                <bdi>{symbolOf(address, identities)}</bdi> /{' '}
                <bdi>{symbolOf(market.counterpart, identities)}</bdi>
              </>
            ) : (
              shortenAddress(toUserFriendly(poolAddress))
            )}
          </Link>
        </th>
        <td>{market ? exchangeName(market.exchangeId) : <UnknownValue />}</td>
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
      <td colSpan={4} className={styles.error}>
        <div role="alert">
          Couldn't load trades.{' '}
          <ErrorNotice error={error} onRetry={() => session.retryOverlay(poolAddress)} />
        </div>
      </td>
    </tr>
  );
}
