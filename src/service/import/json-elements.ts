import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, parseFields } from '#service/validation/fields.ts';
import { BadFileError } from './dataset-files.ts';

export interface JsonElement {
  readonly line: number;
  /** Undefined if the element exceeds 1 MB. */
  readonly text: string | undefined;
}

/** Reads the fields of an element. Throws BadValueError. */
export function readFields({ text }: JsonElement): Fields {
  if (text === undefined) throw new BadValueError('the element exceeds 1 MB');
  return parseFields(text);
}

/** Limits memory: after a missing quote, the rest of the file looks like one element. */
const MAX_LENGTH = 1 << 20;

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Splits a JSON array into the texts of its elements, without validating them. Throws BadFileError. */
export async function* jsonElements(
  file: string,
  chunks: AsyncIterable<string>,
): AsyncGenerator<JsonElement> {
  const scanner = new ArrayScanner(file);
  for await (const chunk of chunks) yield* scanner.scan(chunk);
  scanner.end();
}

class ArrayScanner {
  private readonly file: string;
  private state: 'before' | 'inside' | 'after' = 'before';
  private line = 1;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private text = '';
  private isTooLong = false;
  private firstLine: number | undefined;
  private count = 0;

  constructor(file: string) {
    this.file = file;
  }

  *scan(chunk: string): Generator<JsonElement> {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === NEWLINE) this.line += 1;
      if (this.state !== 'inside') {
        this.scanOutside(code);
        start = index + 1;
      } else if (this.endsElement(code)) {
        yield* this.emitElement(chunk.slice(start, index));
        start = index + 1;
      }
    }
    if (this.state === 'inside') this.append(chunk.slice(start));
  }

  end(): void {
    if (this.state !== 'after') throw this.error('the JSON array is not closed');
  }

  private scanOutside(code: number): void {
    if (isSpace(code)) return;
    if (this.state === 'after') throw this.error('unexpected text after the JSON array');
    if (code !== OPEN_ARRAY) throw this.error('expected a JSON array');
    this.state = 'inside';
  }

  private endsElement(code: number): boolean {
    if (this.inString) {
      this.scanString(code);
      return false;
    }
    if (code === COMMA && this.depth === 0) return true;
    if (isSpace(code)) return false;
    if (code === CLOSE_ARRAY && this.depth === 0) {
      this.state = 'after';
      return true;
    }
    this.firstLine ??= this.line;
    this.inString = code === QUOTE;
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.depth += 1;
    if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.depth = Math.max(0, this.depth - 1);
    return false;
  }

  private scanString(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inString = false;
  }

  private append(text: string): void {
    this.isTooLong ||= this.text.length + text.length > MAX_LENGTH;
    this.text = this.isTooLong ? '' : this.text + text;
  }

  private *emitElement(rest: string): Generator<JsonElement> {
    this.append(rest);
    const text = this.isTooLong ? undefined : this.text;
    const isEmptyArray = this.state === 'after' && this.count === 0 && this.firstLine === undefined;
    if (!isEmptyArray) yield { line: this.firstLine ?? this.line, text };
    this.count += 1;
    this.text = '';
    this.isTooLong = false;
    this.firstLine = undefined;
  }

  private error(reason: string): BadFileError {
    return new BadFileError(this.file, this.line, reason);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
