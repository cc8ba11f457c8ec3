const NUMBER = /^-?\d+(\.\d+)?$/;
/**
 * Where a spreadsheet formula starts. Spreadsheets of many countries begin a cell after every semicolon, also of what is in
 * quotes.
 */
const FORMULA = /(^|;)(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** Returns a CSV row (RFC 4180). Undefined cells are empty. */
export function csvRow(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}

/** Prefixes formulas with an apostrophe to prevent CSV injection. Keeps negative numbers. */
function csvCell(text: string): string {
  const escaped = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'");
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
