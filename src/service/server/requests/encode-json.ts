import { SerializedJson } from '#service/config/context.ts';

const COMMA = Buffer.from(',');

/**
 * Returns the JSON of a response body in UTF-8. A socket writes bytes twice as fast as a string. Items of lists are
 * encoded separately: a single character beyond Latin-1 slows the encoding of its string down tenfold, and most items
 * have none.
 */
export function encodeJson(body: object): Buffer {
  if (body instanceof SerializedJson) return Buffer.from(body.text);
  const members: Buffer[][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) members.push([Buffer.from(`"${name}":`), ...encodeValue(value)]);
  }
  return Buffer.concat(joinMembers('{', members, '}'));
}

function encodeValue(value: unknown): Buffer[] {
  if (!Array.isArray(value)) return [encodeText(value)];
  const items = value.map((item: unknown) => [encodeText(item)]);
  return joinMembers('[', items, ']');
}

function joinMembers(open: string, members: readonly Buffer[][], close: string): Buffer[] {
  return [
    Buffer.from(open),
    ...members.flatMap((parts, index) => (index > 0 ? [COMMA, ...parts] : parts)),
    Buffer.from(close),
  ];
}

function encodeText(value: unknown): Buffer {
  return Buffer.from(value instanceof SerializedJson ? value.text : JSON.stringify(value));
}
