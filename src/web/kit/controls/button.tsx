import type { ComponentProps } from 'react';
import styles from './controls.module.css';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  readonly bare?: boolean;
  /** Submits the enclosing form. */
  readonly submit?: boolean;
};

export function Button({ bare = false, submit = false, ...props }: Props) {
  const type = submit ? 'submit' : 'button';
  return <button type={type} className={`${styles.button} ${bare ? styles.bare : ''}`} {...props} />;
}

/** Moves the focus to the content of the page. Otherwise it would be lost with a button that its press removes. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** As a ref, moves the focus to an element when it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
