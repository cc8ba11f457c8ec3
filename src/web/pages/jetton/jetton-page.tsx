import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { parseAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { jettonPrice } from '#web/api/queries/one-jetton.ts';
import { jettonByAddress } from '#web/api/queries/queries.ts';
import { isNotFound } from '#web/api/transport/errors.ts';
import { Notice } from '#web/components/feedback/notice.tsx';
import { CanonicalLink } from '#web/components/page/canonical-link.tsx';
import { Activity } from './activity/activity.tsx';
import { ChartPlace } from './chart-section.tsx';
import { Facts } from './facts/facts.tsx';
import { JettonHead } from './header/jetton-header.tsx';
import { TonHead } from './header/ton-header.tsx';
import { useJettonLink } from './header/use-jetton-link.ts';
import styles from './jetton-page.module.css';
import { Markets } from './markets/markets.tsx';

const route = getRouteApi('/jetton/$address');

export function JettonPage() {
  const address = parseAddress(route.useParams().address);
  if (address !== undefined) return <Jetton key={address} address={address} />;
  return (
    <Notice
      title="Not an address"
      text="An address has 48 letters and digits, or 64 hexadecimal digits behind a colon."
    >
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

function Jetton({ address }: { address: string }) {
  const { currency } = useJettonLink();
  const { error } = useQuery(jettonPrice(address, currency));
  const jetton = useQuery(jettonByAddress(address));
  if (isNotFound(error)) {
    return (
      <Notice title="No such jetton" text="The service knows no jetton of this address.">
        <Link to="/">All jettons</Link>
      </Notice>
    );
  }
  const path = `/jetton/${toUserFriendly(address)}`;
  if (address === TON_ADDRESS) {
    return (
      <>
        <CanonicalLink path={path} />
        <TonHead />
      </>
    );
  }
  const known = jetton.data ?? undefined;
  return (
    <div className={styles.page}>
      <CanonicalLink path={path} />
      <JettonHead address={address} jetton={known} />
      <div className={styles.columns}>
        <ChartPlace address={address} jetton={known} />
        <Facts address={address} found={jetton} />
        <Activity address={address} />
      </div>
      <Markets address={address} face={known?.face} />
    </div>
  );
}
