/**
 * Mutable holder of the indexes of the rendered rows. Not React state, because they change with every frame of scrolling.
 */
export class RenderedRows {
  #indexes: readonly number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  set(indexes: readonly number[]): void {
    this.#indexes = indexes;
  }
}
