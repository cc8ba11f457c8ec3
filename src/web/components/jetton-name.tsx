import type { ReactNode } from 'react';
import styles from './jetton-name.module.css';
import { JettonPicture } from './jetton-picture.tsx';

interface Props {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly picture: string | undefined;
  /** Marks behind the symbol. */
  readonly children?: ReactNode;
}

/** Picture, symbol, marks and name on one line; the name gives way first. */
export function JettonName({ address, name, symbol, picture, children }: Props) {
  return (
    <span className={styles.name}>
      <JettonPicture url={picture} address={address} symbol={symbol} size={20} />
      <span className={styles.symbol}>
        <bdi className={styles.text}>{symbol}</bdi>
        {children}
      </span>
      <bdi className={`${styles.text} ${styles.full}`} title={name}>
        {name}
      </bdi>
    </span>
  );
}
