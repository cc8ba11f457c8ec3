import type { BrowserEvents } from '#web/api/client/queue.ts';

/** Events of a browser tab whose visibility and network a test controls. */
export class TestBrowserEvents implements BrowserEvents {
  #hidden = false;
  readonly #visibility: (() => void)[] = [];
  readonly #online: (() => void)[] = [];

  isHidden(): boolean {
    return this.#hidden;
  }

  onVisibilityChange(listener: () => void): void {
    this.#visibility.push(listener);
  }

  onOnline(listener: () => void): void {
    this.#online.push(listener);
  }

  hide(): void {
    this.#setHidden(true);
  }

  show(): void {
    this.#setHidden(false);
  }

  online(): void {
    for (const listener of this.#online) listener();
  }

  #setHidden(hidden: boolean): void {
    this.#hidden = hidden;
    for (const listener of this.#visibility) listener();
  }
}
