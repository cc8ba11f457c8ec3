import type { ComponentProps } from 'react';
import styles from './controls.module.css';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  readonly bare?: boolean;
  /** Submits the enclosing form. */
  readonly submit?: boolean;
  /** A press removes the button. The focus, which would be lost with it, moves to the content of the page. */
  readonly disappears?: boolean;
};

export function Button({ bare = false, submit = false, disappears = false, onClick, ...props }: Props) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`${styles.button} ${bare ? styles.bare : ''}`}
      onClick={(event) => {
        if (disappears) focusMain();
        onClick?.(event);
      }}
      {...props}
    />
  );
}

/** Moves the focus to the content of the page. `disappears` does so at each press. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** As a ref, moves the focus to the content of the page when the element that has it is removed. */
export function keepFocus(element: HTMLElement | null) {
  return () => {
    if (element === document.activeElement) focusMain();
  };
}

/** As a ref, moves the focus to an element when it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
