import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import type { JettonDetails, Multiplier } from '#web/api/decoding/decode-jetton.ts';
import { feedKindName } from '#web/api/queries/feed-state.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, RelativeTime, UnknownValue } from '#web/kit/display/formatted-values.tsx';
import { defaultFilter } from '#web/list/list-filter.ts';
import { serializeScreen } from '#web/list/list-state.ts';
import { jettonsOfAdmin } from '#web/list/related-jettons.ts';
import { Capitalization } from './capitalization.tsx';
import styles from './facts.module.css';
import { adminAddress } from './trust-facts.ts';
import { TrustPanel } from './trust-panel.tsx';

interface Props {
  readonly address: string;
  readonly query: UseQueryResult<JettonDetails | null>;
  readonly currency: Currency;
}

/** Valuation, trust and metadata of a jetton. */
export function Facts({ address, query, currency }: Props) {
  const { data, error } = query;
  return (
    <div className={styles.facts} aria-busy={data === undefined && !error}>
      <QueryError query={query} />
      {data === null ? <p className="hint">No details for this jetton</p> : null}
      {data ? (
        <>
          <Capitalization jetton={data} currency={currency} />
          <TrustPanel address={address} jetton={data} currency={currency} />
          <About jetton={data} currency={currency} />
        </>
      ) : null}
    </div>
  );
}

interface AboutProps {
  readonly jetton: JettonDetails;
  readonly currency: Currency;
}

/** On-chain properties of a jetton and its description. */
function About({ jetton, currency }: AboutProps) {
  const { identity, decimals, totalSupply, circulatingSupply, mintable, modifiedContract, createdAt } =
    jetton;
  const now = useServiceClock();
  const ago = useAgoText();
  return (
    <section aria-label="Facts">
      <h2>Facts</h2>
      <dl className={`${styles.list} fact-list text-links`}>
        <Fact label="Address">
          <AddressText address={toUserFriendly(identity.address)} label="user-friendly address" />
        </Fact>
        <Fact label="Raw address">
          <AddressText address={identity.address} label="raw address" />
        </Fact>
        <Fact label="Admin">
          <AdminFact jetton={jetton} currency={currency} />
        </Fact>
        <Fact label="Total supply">
          <Supply value={totalSupply} decimals={decimals} />
        </Fact>
        <Fact label="Circulating supply">
          <Supply value={circulatingSupply} decimals={decimals} />
        </Fact>
        {jetton.multiplier ? <MultiplierFact multiplier={jetton.multiplier} /> : null}
        <Fact label="Mintable">{yesNo(mintable)}</Fact>
        <Fact label="Modified contract">{yesNo(modifiedContract)}</Fact>
        <Fact label="Created">
          {createdAt ? (
            <>
              <span>{`${formatDateTime(new Date(createdAt))} UTC,`}</span>{' '}
              <RelativeTime time={createdAt} now={now} /> <span>{ago}</span>
            </>
          ) : (
            <UnknownValue />
          )}
        </Fact>
      </dl>
      {jetton.description ? <Description text={jetton.description} /> : null}
    </section>
  );
}

function Supply({ value, decimals }: { value: string | undefined; decimals: number }) {
  return <FormattedAmount amount={value === undefined ? undefined : { value, decimals }} />;
}

/** Those of the smallest multiplier that the service applies. */
const MULTIPLIER_DECIMALS = 9;

function quotientText(dividend: bigint, divisor: bigint): string {
  const value = String((dividend * 10n ** BigInt(MULTIPLIER_DECIMALS)) / divisor);
  return decimalFromAmount({ value, decimals: MULTIPLIER_DECIMALS }).replace(/\.?0+$/, '');
}

/** By how much wallets scale amounts. The service scales all prices and amounts likewise, if it knows the multiplier. */
function MultiplierFact({ multiplier }: { multiplier: Multiplier }) {
  const { numerator = '0', denominator = '0', since } = multiplier;
  const [dividend, divisor] = [BigInt(numerator), BigInt(denominator)];
  const isKnown = dividend > 0n && divisor > 0n;
  const source = feedKindName({ kind: multiplier.source });
  const start = since === undefined ? '' : ` since ${formatDateTime(new Date(since))} UTC`;
  return (
    <Fact
      label="Display multiplier"
      title={
        isKnown
          ? 'Prices and amounts are per displayed unit, as in wallets: amounts of the contract times the multiplier'
          : 'Wallets show scaled amounts. Prices and amounts on this page are per unit of the contract'
      }
    >
      {isKnown ? (
        <span translate="no">{`×${quotientText(dividend, divisor)}`}</span>
      ) : (
        <span>Unknown, prices are per unscaled unit</span>
      )}{' '}
      <span className="muted">{`${source}${start}`}</span>
    </Fact>
  );
}

function yesNo(flag: boolean | undefined): ReactNode {
  if (flag === undefined) return <UnknownValue />;
  return flag ? 'Yes' : 'No';
}

/** Characters of a description that are visible before it is expanded. */
const COLLAPSED_LENGTH = 280;

/** The issuer's description, rendered as plain text: it is untrusted. */
function Description({ text }: { text: string }) {
  const characters = [...text];
  const [isExpanded, setExpanded] = useState(characters.length <= COLLAPSED_LENGTH);
  return (
    <figure className={styles.description}>
      <figcaption>From the project</figcaption>
      <blockquote>
        <bdi>{isExpanded ? text : `${characters.slice(0, COLLAPSED_LENGTH).join('')}…`}</bdi>
      </blockquote>
      {isExpanded ? null : (
        <Button bare disappears onClick={() => setExpanded(true)}>
          Show more
        </Button>
      )}
    </figure>
  );
}

/** The jetton's admin and a link to the admin's other jettons. */
function AdminFact({ jetton, currency }: AboutProps) {
  const address = adminAddress(jetton);
  if (address === undefined) return jetton.admin?.isRevoked ? <span>Revoked</span> : <UnknownValue />;
  return (
    <>
      <AddressText address={toUserFriendly(address)} label="admin address" />
      <br />
      <AdminJettonsLink admin={address} currency={currency} />
    </>
  );
}

function AdminJettonsLink({ admin, currency }: { admin: string; currency: Currency }) {
  const { data } = useQuery(jettonsOfAdmin(admin));
  const filter = { ...defaultFilter, excludeScam: false, admin: [admin] };
  if (data?.isAll && data.liquidity.length <= 1) return <span>No other jettons by this admin</span>;
  const count = data ? `${data.liquidity.length}${data.isAll ? '' : '+'} ` : '';
  return (
    <Link to="/" search={serializeScreen({ filter, currency })}>
      {`All ${count}jettons by this admin`}
    </Link>
  );
}
