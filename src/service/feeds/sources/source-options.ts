export interface SourceOptions {
  /** Exchange ID of the source's pools. */
  readonly exchange: string;
  readonly now: () => Date;
}
