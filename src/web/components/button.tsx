import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'> & { readonly bare?: boolean };

export function Button({ bare = false, ...props }: Props) {
  return <button type="button" className={`${styles.button} ${bare ? styles.bare : ''}`} {...props} />;
}
