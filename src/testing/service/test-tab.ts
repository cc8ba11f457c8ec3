import type { Tab } from '#web/api/transport/tab.ts';

/** A browser's tab that a test shows, hides, and puts on a network. */
export class TestTab implements Tab {
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
    this.#turn(true);
  }

  show(): void {
    this.#turn(false);
  }

  online(): void {
    for (const listener of this.#online) listener();
  }

  #turn(hidden: boolean): void {
    this.#hidden = hidden;
    for (const listener of this.#visibility) listener();
  }
}
