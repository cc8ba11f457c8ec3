import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import type { Admin } from '#web/api/decoding/untrusted.ts';
import { jettonsOfAdmin } from '#web/api/queries/related-jettons.ts';
import { AddressText } from '#web/components/display/address-text.tsx';
import { UnknownValue } from '#web/components/display/formatted-number.tsx';
import { defaultFilter } from '#web/lib/screen/screen.ts';
import { useJettonLink } from '#web/pages/jetton/header/use-jetton-link.ts';
import { serialiseScreen } from '#web/url/screen.ts';

/** Who may change the jetton, and what else is theirs. */
export function AdminFact({ admin }: { admin: Admin | undefined }) {
  const address = admin?.address ?? admin?.offchainAddress;
  if (address === undefined) return <UnknownValue />;
  if (address === TON_ADDRESS) return 'Given up';
  return (
    <>
      <AddressText address={toUserFriendly(address)} label="admin address" />
      <br />
      <OthersLink admin={address} />
    </>
  );
}

function OthersLink({ admin }: { admin: string }) {
  const { data } = useQuery(jettonsOfAdmin(admin));
  const { currency } = useJettonLink();
  const filter = { ...defaultFilter, excludeScam: false, admin: [admin] };
  if (data?.isAll && data.count <= 1) return 'No other jetton of this admin';
  const count = data ? `${data.count}${data.isAll ? '' : '+'} ` : '';
  return (
    <Link to="/" search={serialiseScreen({ filter, currency })}>
      All {count}jettons of this admin
    </Link>
  );
}
