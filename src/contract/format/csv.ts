const NUMBER = /^-?\d+(\.\d+)?$/;
/** Characters with which a spreadsheet formula starts. */
const FORMULA = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Returns a CSV row (RFC 4180). Undefined cells are empty. */
export function csvRow(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}

/** Prefixes formulas with an apostrophe to prevent CSV injection. Keeps negative numbers. */
function csvCell(text: string): string {
  const escaped = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
