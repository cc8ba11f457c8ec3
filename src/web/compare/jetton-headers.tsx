import { Link } from '@tanstack/react-router';
import { Button } from '#web/kit/controls/button.tsx';
import { Badge, LookAlikeBadge, Verification } from '#web/kit/display/badges.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { WatchButton } from '#web/list/watch-button.tsx';
import { lookAlikeWarning, verifiedOriginals } from '#web/untrusted/look-alike.ts';
import { type ComparedJetton, symbolOf } from './compared-jetton.ts';
import styles from './comparison-table.module.css';

interface Props {
  readonly jettons: readonly ComparedJetton[];
  readonly onRemove: (address: string) => void;
}

export function JettonHeaders({ jettons, onRemove }: Props) {
  const originals = verifiedOriginals(jettons.flatMap(({ jetton }) => jetton ?? []));
  return (
    <thead>
      <tr>
        <td />
        {jettons.map((compared, index) => (
          <th key={compared.address} scope="col">
            <JettonHeader
              compared={compared}
              index={index}
              warning={compared.jetton && lookAlikeWarning(compared.jetton, originals)}
              onRemove={onRemove}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeaderProps {
  readonly compared: ComparedJetton;
  readonly index: number;
  /** Look-alike warning, if any. */
  readonly warning: string | undefined;
  readonly onRemove: (address: string) => void;
}

function JettonHeader({ compared, index, warning, onRemove }: HeaderProps) {
  const { address, userFriendly, jetton } = compared;
  const symbol = symbolOf(compared);
  return (
    <div className={styles.head}>
      <span className={styles.lineKey} data-line={index} aria-hidden="true" />
      <Link
        to="/jetton/$address"
        params={{ address: userFriendly }}
        className={styles.link}
        title={userFriendly}
      >
        <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={24} />
        <bdi className={styles.symbol}>{symbol}</bdi>
        {jetton ? <Verification status={jetton.verification} /> : null}
        {jetton?.modifiedContract ? <Badge tone="warn">Modified</Badge> : null}
        <span className={styles.name}>
          <LookAlikeBadge warning={warning} /> <bdi>{jetton?.identity.name}</bdi>
        </span>
      </Link>
      <WatchButton address={address} symbol={symbol} />
      <Button bare aria-label={`Remove ${symbol}`} title="Remove" onClick={() => onRemove(address)}>
        ✕
      </Button>
    </div>
  );
}
