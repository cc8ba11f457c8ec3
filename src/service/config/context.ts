import type { RawAddress } from '#contract/address.ts';
import type { InputOf, Operation, ResponseOf } from '#contract/operations.ts';
import type { Store } from '#service/store/database.ts';
import type { Config } from './config.ts';

/** The clock T that all values are calculated for: the wall clock or a fixed time. */
export interface Clock {
  readonly fixed: boolean;
  now(): Date;
}

export const wallClock: Clock = { fixed: false, now: () => new Date() };

export function fixedClock(at: Date): Clock {
  return { fixed: true, now: () => new Date(at) };
}

/** A clock that follows the dataset, because another process can replace it with one that has a fixed time. */
export class DataClock implements Clock {
  #clock: Clock = wallClock;

  get fixed(): boolean {
    return this.#clock.fixed;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** Stops at `asOf`. Without it, follows the wall clock. */
  follow(asOf: Date | null | undefined): void {
    this.#clock = asOf ? fixedClock(asOf) : wallClock;
  }
}

/** Dependencies of every operation handler. */
export interface ServiceContext {
  readonly store: Pick<Store, 'db'>;
  readonly config: Config;
  readonly clock: Clock;
  /** Called with a jetton whose holders somebody looks at. */
  readonly onHoldersOpened?: (jetton: RawAddress) => void;
}

/** Dependencies of the service as a whole. */
export interface Service extends ServiceContext {
  readonly store: Store;
}

/** A value that is already serialized as JSON, such as a precomputed list item. */
export class SerializedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A page of a list as CSV, for clients that request it instead of JSON. */
export class CsvPage {
  readonly text: string;
  /** Cursor of the next page. */
  readonly next: string | undefined;

  constructor(text: string, next: string | undefined) {
    this.text = text;
    this.next = next;
  }
}

/** The result of an operation. The whole result, or the items of its lists, may already be serialized. */
export type HandlerResult<Response> =
  | SerializedJson
  | CsvPage
  | { readonly [Name in keyof Response]: Response[Name] | SerializedItems<Response[Name]> };
type SerializedItems<Value> = Value extends readonly unknown[] ? readonly SerializedJson[] : never;

export interface Caller {
  /** Base URL of this service as the caller sees it, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether images of jettons are linked through this service instead of their servers. */
  readonly proxiesImages?: boolean;
}

/** Implements one operation, independent of HTTP. */
export type Handler<Op extends Operation> = (
  context: ServiceContext,
  input: InputOf<Op>,
  caller: Caller,
) => Promise<HandlerResult<ResponseOf<Op>>>;
