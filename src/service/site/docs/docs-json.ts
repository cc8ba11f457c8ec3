const WIDTH = 52;

/** Formats JSON for reading; values that fit stay on one line. `start`: text before the value on its line. */
export function formatJson(value: unknown, start = ''): string {
  const short = formatInline(value);
  if (typeof value !== 'object' || value === null || start.length + short.length <= WIDTH)
    return start + short;
  const indent = /^ */.exec(start)?.[0] ?? '';
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([key, member]) =>
    formatJson(member, `${indent}  ${isList ? '' : `${JSON.stringify(key)}: `}`),
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${start}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function formatInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${formatInline(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
