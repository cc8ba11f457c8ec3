/** Which rows are drawn: that changes with every frame of scrolling, so whoever wants to know asks when it matters. */
export class RenderedRows {
  #indexes: readonly number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  are(indexes: readonly number[]): void {
    this.#indexes = indexes;
  }
}
