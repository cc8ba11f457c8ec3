import type { ParsedLocation } from '@tanstack/react-router';

/** Parameters of a link. Values other than strings and arrays of them are invalid. */
export interface LinkQuery {
  readonly [name: string]: unknown;
}

/** A part of a page's state and how links contain it. */
export interface LinkPart<Value, State = unknown> {
  /** Names of its parameters. Absent: all that no other part has. */
  readonly names?: readonly string[] | undefined;
  /**
   * Parses its parameters. Adds the names of invalid ones to `ignored`. `query` may have parameters of other parts, and `state`
   * has the parts before this one.
   */
  readonly parse: (query: LinkQuery, ignored: Set<string>, state: State) => Value;
  /** Returns its parameters without default values. Inverse of `parse`. */
  readonly serialize: (value: Value, state: State) => Query;
  /** Whether Back undoes a change. Otherwise, changes replace the history entry. True by default. */
  readonly isHistoryStep?: boolean;
}

type Parts<State> = { readonly [Key in keyof State]-?: LinkPart<State[Key], State> };

/** The whole state of a page, or several parts of it. */
export interface Link<State> extends LinkPart<State> {
  readonly parts: Parts<State>;
  /** Never fails. Unknown parameters are only in `ignored` if a part takes the rest; see `parseLink`. */
  readonly parse: (query: LinkQuery, ignored?: Set<string>) => State;
  readonly serialize: (state: State) => Query;
}

/** Combines parts, in the order of their parameters in links. A parsed state omits undefined parts. */
export function createLink<State extends object>(parts: Parts<State>): Link<State> {
  const entries = entriesOf(parts);
  const names = entries.flatMap(([, part]) => part.names ?? []);
  return {
    parts,
    names: entries.every(([, part]) => part.names) ? names : undefined,
    parse: (query, ignored = new Set()) => {
      const state: Partial<State> = {};
      for (const [key, part] of entries) {
        const value = part.parse(part.names ? query : without(query, names), ignored, state as State);
        if (value !== undefined) state[key] = value;
      }
      return state as State;
    },
    serialize: (state) =>
      Object.assign({}, ...entries.map(([key, part]) => part.serialize(state[key], state))),
  };
}

function entriesOf<State>(parts: Parts<State>) {
  return Object.entries(parts) as [keyof State, LinkPart<State[keyof State], State>][];
}

function without(query: LinkQuery, names: readonly string[]): LinkQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

/** Parses the query of a page. `ignored` are the names of unknown and invalid parameters. */
export function parseLink<State>(link: Link<State>, query: LinkQuery) {
  const ignored = new Set(link.names && Object.keys(without(query, link.names)));
  return { state: link.parse(query, ignored), ignored: [...ignored] };
}

/** Returns whether a change of a page's state should replace the history entry. */
export function replacesEntry<State>({ parts }: Link<State>, from: State, to: State): boolean {
  const changed = entriesOf(parts).filter(
    ([key, part]) =>
      JSON.stringify(part.serialize(from[key], from)) !== JSON.stringify(part.serialize(to[key], to)),
  );
  return changed.length > 0 && changed.every(([, part]) => part.isHistoryStep === false);
}

/** Returns a part with one parameter. Links omit `defaultValue` and empty text. */
export function parameter<Value, State = unknown>(
  name: string,
  parse: (text: string, state: State) => Value | undefined,
  defaultValue: Value,
  write: (value: Exclude<Value, undefined>, state: State) => string = String,
): LinkPart<Value, State> {
  return {
    names: [name],
    parse: ({ [name]: text }, ignored, state) => {
      const value = typeof text === 'string' ? parse(text, state) : undefined;
      if (text !== undefined && value === undefined) ignored.add(name);
      return value ?? defaultValue;
    },
    serialize: (value, state) => {
      if (value === defaultValue || value === undefined) return {};
      const text = write(value as Exclude<Value, undefined>, state);
      return text === '' ? {} : { [name]: text };
    },
  };
}

/** Returns a part with a repeated parameter. Ignores invalid items, duplicates, and items beyond the maximum. */
export function listParameter<Item>(
  name: string,
  parse: (text: string) => Item | undefined,
  max: number,
  write: (item: Item) => string = String,
) {
  return {
    names: [name],
    parse: (query: LinkQuery, ignored: Set<string>): Item[] => {
      const texts = textsOf(query[name]);
      const items = texts.map(parse).filter((item) => item !== undefined);
      const unique = [...new Map(items.map((item) => [write(item), item])).values()];
      if (items.length < texts.length || unique.length > max) ignored.add(name);
      return unique.slice(0, max);
    },
    serialize: (items: readonly Item[] = []): Query => (items.length > 0 ? { [name]: items.map(write) } : {}),
  };
}

/** Returns a parser that accepts the values themselves. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
): (text: string) => Value | undefined {
  return (text) => values.find((value) => value === text);
}

/** Parameters of a URL query. Values remain strings, because 64-bit numbers would lose digits. */
export type Query = { [key: string]: string | string[] };

/** Parses a query string. Repeated parameters become arrays. */
export function parseQuery(text: string): Query {
  const texts = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const existing = texts.get(key);
    texts.set(key, existing === undefined ? value : [existing, value].flat());
  }
  return Object.fromEntries(texts);
}

/** Returns the query string including the question mark, or an empty string without parameters. Inverse of `parseQuery`. */
export function stringifyQuery(query: object): string {
  const entries = Object.entries(query).flatMap(([key, value]: [string, unknown]) =>
    textsOf(value).map((text) => [key, text]),
  );
  // Unescaped commas are valid in a query and more readable.
  const text = new URLSearchParams(entries).toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** Returns whether two queries have the same parameters, in any order. */
export function isSameQuery(a: object, b: object): boolean {
  const [first = '', second = ''] = [a, b].map((query) => {
    const parameters = new URLSearchParams(stringifyQuery(query));
    parameters.sort();
    return parameters.toString();
  });
  return first === second;
}

/** Returns the texts of a parameter. Ignores values that links cannot contain. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [`${value}`]
    : [];
}

/**
 * How a change of a field affects the history: the first `typing` adds an entry, which further typing replaces; `commit`
 * ends that, or adds an entry without it.
 */
export type HistoryMode = 'typing' | 'commit';

/** Returns the key under which the scroll position of a history entry is stored. */
export function scrollKey({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}
