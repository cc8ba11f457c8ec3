import { Link } from '@tanstack/react-router';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { JettonPicture } from '#web/components/jetton-picture.tsx';
import { Verification } from '#web/components/verification.tsx';
import { WatchButton } from '#web/components/watch-button.tsx';
import { type ComparedJetton, symbolOf } from './compared-jetton.ts';
import styles from './number-table.module.css';

interface Props {
  readonly jettons: readonly ComparedJetton[];
  readonly onRemove: (address: string) => void;
}

export function JettonHeads({ jettons, onRemove }: Props) {
  return (
    <thead>
      <tr>
        <td />
        {jettons.map((compared, index) => (
          <th key={compared.address} scope="col">
            <JettonHead compared={compared} index={index} onRemove={onRemove} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeadProps {
  readonly compared: ComparedJetton;
  readonly index: number;
  readonly onRemove: (address: string) => void;
}

function JettonHead({ compared, index, onRemove }: HeadProps) {
  const { address, userFriendly, jetton } = compared;
  const symbol = symbolOf(compared);
  return (
    <div className={styles.head}>
      <span className={styles.key} data-line={index} aria-hidden="true" />
      <Link
        to="/jetton/$address"
        params={{ address: userFriendly }}
        className={styles.link}
        title={userFriendly}
      >
        <JettonPicture url={jetton?.face.picture} address={address} symbol={symbol} size={24} />
        <bdi className={styles.symbol}>{symbol}</bdi>
        {jetton ? <Verification status={jetton.verification} /> : null}
        {jetton?.modifiedContract ? <Badge tone="warn">Modified</Badge> : null}
        <bdi className={styles.name}>{jetton?.face.name}</bdi>
      </Link>
      <WatchButton address={address} symbol={symbol} />
      <Button bare aria-label={`Remove ${symbol}`} title="Remove" onClick={() => onRemove(address)}>
        ✕
      </Button>
    </div>
  );
}
