import { SerializedJson } from '#service/service.ts';

const COMMA = Buffer.from(',');

/**
 * An answer's JSON in UTF-8. Bytes, because a socket takes twice as long to write out a text; and the items of lists one
 * by one, because one letter beyond Latin-1 makes the whole of a text ten times slower to encode, and most items have none.
 */
export function encodeJson(answer: object): Buffer {
  if (answer instanceof SerializedJson) return Buffer.from(answer.text);
  const members: Buffer[][] = [];
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) members.push([Buffer.from(`"${name}":`), ...valueParts(value)]);
  }
  return Buffer.concat(enclosed('{', members, '}'));
}

function valueParts(value: unknown): Buffer[] {
  if (!Array.isArray(value)) return [textBytes(value)];
  const items = value.map((item: unknown) => [textBytes(item)]);
  return enclosed('[', items, ']');
}

function enclosed(open: string, members: readonly Buffer[][], close: string): Buffer[] {
  return [
    Buffer.from(open),
    ...members.flatMap((parts, index) => (index > 0 ? [COMMA, ...parts] : parts)),
    Buffer.from(close),
  ];
}

function textBytes(value: unknown): Buffer {
  return Buffer.from(value instanceof SerializedJson ? value.text : JSON.stringify(value));
}
