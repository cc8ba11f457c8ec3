import { getRouteApi, Link } from '@tanstack/react-router';
import { parseAddress } from '#contract/address.ts';
import { Notice } from '#web/components/notice.tsx';
import { JettonHead } from './jetton-head.tsx';
import { Markets } from './markets.tsx';

const route = getRouteApi('/jetton/$address');

export function JettonPage() {
  const address = parseAddress(route.useParams().address);
  const market = route.useSearch().market;
  if (address === undefined) {
    return (
      <Notice
        title="Not an address"
        text="A jetton's address has 48 letters and digits, or 64 hexadecimal digits behind a colon."
      >
        <Link to="/">All jettons</Link>
      </Notice>
    );
  }
  return (
    <>
      <JettonHead address={address} />
      <Markets address={address} chosen={market === undefined ? undefined : parseAddress(market)} />
    </>
  );
}
