const NUMBER = /^-?\d+(\.\d+)?$/;
/** With these a spreadsheet begins a formula. */
const FORMULA = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const TO_BE_QUOTED = /[",\r\n]/;

/** A row of a table of text, as RFC 4180 has it. */
export function csvRow(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}

/** Numbers stay numbers, also negative ones; other texts that would be formulas begin with an apostrophe. */
function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return TO_BE_QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
