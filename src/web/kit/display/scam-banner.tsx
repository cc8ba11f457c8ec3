import type { VerificationStatus } from '#contract/enums.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { Banner } from './banner.tsx';

/** Warns above the header of a scam's pages, on phones in one line. Renders nothing for other jettons, and while loading. */
export function ScamBanner({ status }: { status: VerificationStatus | undefined }) {
  const isPhone = useIsPhone();
  if (status !== 'JVS_SCAM') return null;
  return (
    <Banner tone="danger">
      <span>
        <strong>Scam.</strong>{' '}
        <span>
          {isPhone
            ? 'Do not buy: you may not be able to sell it.'
            : 'Do not buy this jetton: you may not be able to sell it, and links and names may be fake.'}
        </span>
      </span>
    </Banner>
  );
}
