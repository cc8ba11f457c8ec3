import type { InputOf, Operation, ResponseOf } from '#contract/operations.ts';
import type { Config } from './config.ts';
import type { Store } from './store/store.ts';

/** The clock T of every number: the wall clock, or the fixed time that the service was told to use. */
export interface Clock {
  readonly fixed: boolean;
  now(): Date;
}

/** What every handler works with. */
export interface Service {
  readonly store: Store;
  readonly config: Config;
  readonly clock: Clock;
}

/** JSON that is already written, such as a precomputed answer. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An operation's answer, of which the whole or the items of a list may be written already. */
export type Answer<Response> =
  | JsonText
  | { readonly [Name in keyof Response]: Response[Name] | WrittenItems<Response[Name]> };
type WrittenItems<Value> = Value extends readonly unknown[] ? readonly JsonText[] : never;

export interface Caller {
  /** Address of this service as the caller sees it, without a slash at the end. */
  readonly baseUrl: string;
}

/** Answers one operation. No HTTP words, no SQL. */
export type Handler<Op extends Operation> = (
  service: Service,
  input: InputOf<Op>,
  caller: Caller,
) => Promise<Answer<ResponseOf<Op>>>;

/** The requested jetton, pool or market does not exist: 404. */
export class NotFound extends Error {}

/** A value that only the service can judge, such as a cursor, is wrong: 400. */
export class InvalidValue extends Error {}
