import { type ReactNode, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, RelativeTime, UnknownValue } from '#web/kit/display/formatted-values.tsx';
import styles from './about.module.css';
import { AdminFact } from './admin-fact.tsx';
import panel from './panel.module.css';

/** On-chain properties of a jetton and its description. */
export function About({ jetton }: { jetton: JettonDetails }) {
  const { identity, decimals, totalSupply, circulatingSupply, mintable, modifiedContract, createdAt } =
    jetton;
  const now = useServiceClock();
  const ago = useAgoText();
  return (
    <section aria-label="Facts">
      <h2>Facts</h2>
      <dl className={`${panel.list} text-links`}>
        <Fact label="Address">
          <AddressText address={toUserFriendly(identity.address)} label="user-friendly address" />
        </Fact>
        <Fact label="Raw address">
          <AddressText address={identity.address} label="raw address" />
        </Fact>
        <Fact label="Admin">
          <AdminFact admin={jetton.admin} />
        </Fact>
        <Fact label="Total supply">
          <Supply value={totalSupply} decimals={decimals} />
        </Fact>
        <Fact label="Circulating supply">
          <Supply value={circulatingSupply} decimals={decimals} />
        </Fact>
        <Fact label="Mintable">{yesNo(mintable)}</Fact>
        <Fact label="Modified contract">{yesNo(modifiedContract)}</Fact>
        <Fact label="Created">
          {createdAt ? (
            <>
              {formatDateTime(new Date(createdAt))} UTC, <RelativeTime time={createdAt} now={now} /> {ago}
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
        <Button bare onClick={() => setExpanded(true)}>
          Show more
        </Button>
      )}
    </figure>
  );
}
