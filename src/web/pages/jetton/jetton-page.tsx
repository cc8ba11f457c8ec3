import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { parseAddress } from '#contract/address.ts';
import { isNotFound } from '#web/api/failures.ts';
import { jettonByAddress, jettonPrice } from '#web/api/queries.ts';
import { Notice } from '#web/components/notice.tsx';
import { JettonHead } from './jetton-head.tsx';
import { Markets } from './markets.tsx';

const route = getRouteApi('/jetton/$address');

export function JettonPage() {
  const address = parseAddress(route.useParams().address);
  const market = route.useSearch().market;
  if (address !== undefined) return <Jetton address={address} market={market} />;
  return (
    <Notice
      title="Not an address"
      text="An address has 48 letters and digits, or 64 hexadecimal digits behind a colon."
    >
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

function Jetton({ address, market }: { address: string; market: string | undefined }) {
  const { error } = useQuery(jettonPrice(address));
  const jetton = useQuery(jettonByAddress(address)).data ?? undefined;
  if (isNotFound(error)) {
    return (
      <Notice title="No such jetton" text="The service knows no jetton of this address.">
        <Link to="/">All jettons</Link>
      </Notice>
    );
  }
  return (
    <>
      <JettonHead address={address} jetton={jetton} />
      <Markets
        address={address}
        face={jetton?.face}
        chosen={market === undefined ? undefined : parseAddress(market)}
      />
    </>
  );
}
