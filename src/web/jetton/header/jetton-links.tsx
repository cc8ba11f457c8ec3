import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import button from '#web/kit/controls/button.module.css';
import { UntrustedLink } from '#web/kit/display/untrusted-link.tsx';
import { explorerLink } from '#web/list/jetton-queries.ts';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';

interface Props {
  readonly userFriendly: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

/** Links to the explorer, if one is configured, and those of the issuer. */
export function JettonLinks({ userFriendly, jetton }: Props) {
  const explorer = useQuery(explorerLink(userFriendly)).data;
  return (
    <>
      {explorer ? <UntrustedLink href={explorer}>Explorer</UntrustedLink> : null}
      {jetton?.links.map(({ href, text }) => (
        <UntrustedLink key={href} href={href}>
          {text}
        </UntrustedLink>
      ))}
    </>
  );
}

/** Opens the comparison with the jetton in it, in the currency of the page. */
export function CompareLink({ userFriendly }: Pick<Props, 'userFriendly'>) {
  const { currency } = useJettonSearch();
  const search = { address: userFriendly, ...(currency === DEFAULT_CURRENCY ? {} : { currency }) };
  return (
    <Link to="/compare" search={search} className={button.button ?? ''}>
      Compare
    </Link>
  );
}
