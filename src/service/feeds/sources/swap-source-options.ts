export interface SwapSourceOptions {
  /** Exchange ID of the source's pools. */
  readonly exchange: string;
  readonly now: () => Date;
}
