import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import type { Admin } from '#web/api/decoding/decode-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { UnknownValue } from '#web/kit/display/formatted-values.tsx';
import { serializeScreen } from '#web/list/list-link.ts';
import { defaultFilter } from '#web/list/list-state.ts';
import { jettonsOfAdmin } from '#web/list/related-jettons.ts';

/** The jetton's admin and a link to the admin's other jettons. */
export function AdminFact({ admin }: { admin: Admin | undefined }) {
  const address = admin?.address ?? admin?.offchainAddress;
  if (address === undefined) return <UnknownValue />;
  if (address === TON_ADDRESS) return 'Ownership renounced';
  return (
    <>
      <AddressText address={toUserFriendly(address)} label="admin address" />
      <br />
      <AdminJettonsLink admin={address} />
    </>
  );
}

function AdminJettonsLink({ admin }: { admin: string }) {
  const { data } = useQuery(jettonsOfAdmin(admin));
  const { currency } = useJettonSearch();
  const filter = { ...defaultFilter, excludeScam: false, admin: [admin] };
  if (data?.isAll && data.count <= 1) return 'No other jettons by this admin';
  const count = data ? `${data.count}${data.isAll ? '' : '+'} ` : '';
  return (
    <Link to="/" search={serializeScreen({ filter, currency })}>
      All {count}jettons by this admin
    </Link>
  );
}
