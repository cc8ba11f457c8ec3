import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { toUserFriendly } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { ErrorNotice } from '#web/chart/ui/error-notice.tsx';
import { OverlaySwatch } from '#web/chart/ui/overlay-swatch.tsx';
import { FormattedAmount, UnknownValue } from '#web/components/display/formatted-number.tsx';
import styles from './other-pools.module.css';
import { type OtherPool, poolName } from './use-other-pools.ts';

interface Props {
  readonly address: string;
  readonly pool: OtherPool;
  readonly faces: Identities;
  readonly session: ChartSession | undefined;
  /** Its place among those that are laid over; undefined where it is not. */
  readonly place: number | undefined;
  /** Whether no other can be laid over. */
  readonly isFull: boolean;
  readonly onToggle: () => void;
}

export function OtherPoolRow({ address, pool, faces, session, place, isFull, onToggle }: Props) {
  const { poolAddress, market } = pool;
  const isOver = place !== undefined;
  return (
    <>
      <tr>
        <td>
          <input
            type="checkbox"
            aria-label={`Lay ${poolName(pool, faces)} over the chart`}
            checked={isOver}
            disabled={!isOver && isFull}
            onChange={onToggle}
          />{' '}
          {isOver ? <OverlaySwatch index={place} /> : null}
        </td>
        <th scope="row">
          <Link
            to="/jetton/$address/pool/$poolAddress"
            params={{ address: toUserFriendly(address), poolAddress: toUserFriendly(poolAddress) }}
          >
            {market ? (
              <>
                <bdi>{symbolOf(address, faces)}</bdi> / <bdi>{symbolOf(market.counterpart, faces)}</bdi>
              </>
            ) : (
              shortenAddress(toUserFriendly(poolAddress))
            )}
          </Link>
        </th>
        <td>{market ? sanitizeText(market.exchangeId) : <UnknownValue />}</td>
        <td>
          <FormattedAmount amount={market?.liquidity.usd} />
        </td>
      </tr>
      {session && isOver ? <LineFault session={session} poolAddress={poolAddress} /> : null}
    </>
  );
}

/** Why a pool that is laid over is not drawn. */
function LineFault({ session, poolAddress }: { session: ChartSession; poolAddress: string }) {
  const fault = useStore(session.state, ({ overlayErrors }) => overlayErrors.get(poolAddress));
  if (!fault) return null;
  return (
    <tr>
      <td colSpan={4} className={styles.fault}>
        <div role="alert">
          Its ticks did not come.{' '}
          <ErrorNotice error={fault} onRetry={() => session.retryOverlay(poolAddress)} />
        </div>
      </td>
    </tr>
  );
}
