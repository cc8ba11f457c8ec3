const WIDTH = 52;

/** JSON with a line for whatever fits into one; `start` is what stands before it on its line. */
export function formatJson(value: unknown, start = ''): string {
  const short = inOneLine(value);
  if (typeof value !== 'object' || value === null || start.length + short.length <= WIDTH)
    return start + short;
  const indent = /^ */.exec(start)?.[0] ?? '';
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([key, part]) =>
    formatJson(part, `${indent}  ${isList ? '' : `${JSON.stringify(key)}: `}`),
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${start}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function inOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${inOneLine(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
