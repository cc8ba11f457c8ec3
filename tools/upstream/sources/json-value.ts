/** What a JSON text can contain. Undefined fields are omitted. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [field: string]: JsonValue };

export type JsonFields = Record<string, JsonValue>;
