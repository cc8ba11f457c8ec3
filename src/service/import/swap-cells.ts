import type { RawAddress } from '#contract/address.ts';
import {
  readAddress,
  readDecimal,
  readInt64,
  readInteger,
  readPositiveInteger,
  readTxHash,
  readUnixSeconds,
} from '#service/validation/values.ts';
import type { AddressKey } from './address-id-map.ts';
import type { CopyBuffer } from './copy-buffer.ts';
import type { CsvRows } from './csv-rows.ts';

/** Cached spellings of addresses: a few thousand addresses occur millions of times. */
const CACHE_SIZE = 100_000;

/** Reads cells by column: canonical spellings directly from bytes, others with the functions of values.ts. */
export class SwapCells {
  private readonly names: readonly string[];
  private readonly cell = new CellBytes();
  private readonly rawAddresses = new Map<string, RawAddress>();

  constructor(names: readonly string[]) {
    this.names = names;
  }

  readAddressKey(rows: CsvRows, column: number, key: AddressKey): void {
    const { bytes, starts } = rows.records;
    const cell = rows.cell(column);
    if (key.readBasechain(bytes, starts[cell] ?? 0, (starts[cell + 1] ?? 0) - 1)) return;
    const text = rows.text(column);
    let raw = this.rawAddresses.get(text);
    if (raw === undefined) {
      raw = readAddress(this.name(column), text);
      if (this.rawAddresses.size >= CACHE_SIZE) this.rawAddresses.clear();
      this.rawAddresses.set(text, raw);
    }
    key.readRaw(raw);
  }

  readAmount(rows: CsvRows, column: number, cell: CellBytes): void {
    cell.read(rows, column);
    if (!cell.isPositiveInteger()) cell.replace(readPositiveInteger(this.name(column), rows.text(column)));
  }

  writeUnixSeconds(rows: CsvRows, column: number, out: CopyBuffer): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isRecentTime()) cell.copyTo(out);
    else out.writeNumber(readUnixSeconds(this.name(column), rows.text(column)));
  }

  writeInt64(rows: CsvRows, column: number, out: CopyBuffer): void {
    const { cell } = this;
    cell.read(rows, column);
    if (!cell.isInt64()) cell.replace(readInt64(this.name(column), rows.text(column)));
    cell.copyTo(out);
  }

  /** An empty cell is unknown. */
  writeInteger(rows: CsvRows, column: number, out: CopyBuffer): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isPositiveInteger()) cell.copyTo(out);
    else this.writeOptional(rows, column, out, readInteger);
  }

  /** An empty cell is unknown. */
  writeDecimal(rows: CsvRows, column: number, out: CopyBuffer): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isDecimal()) cell.copyTo(out);
    else this.writeOptional(rows, column, out, readDecimal);
  }

  requireDecimal(rows: CsvRows, column: number): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isDecimal()) return;
    const text = rows.text(column);
    if (text.trim() !== '') readDecimal(this.name(column), text);
  }

  /** What is no hash is unknown. */
  writeTxHash(rows: CsvRows, column: number, out: CopyBuffer): void {
    const { cell } = this;
    cell.read(rows, column);
    const hash = cell.isTxHash() ? undefined : readTxHash(rows.text(column));
    if (hash !== undefined) cell.replace(hash);
    if (cell.isTxHash()) cell.copyHexTo(out);
    else out.writeNull();
  }

  private name(column: number): string {
    return this.names[column] ?? '';
  }

  private writeOptional(
    rows: CsvRows,
    column: number,
    out: CopyBuffer,
    read: (name: string, text: string) => string,
  ): void {
    const text = rows.text(column);
    if (text.trim() === '') out.writeNull();
    else out.writeText(read(this.name(column), text));
  }
}

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const LOWER_A = 0x61;
const LOWER_F = 0x66;
const TX_HASH_DIGITS = 64;
/** Any integer with up to this many digits fits into 256 bits. */
const SAFE_DIGITS = 77;
/** Any integer with up to this many digits fits into 64 bits. */
const SAFE_INT64_DIGITS = 18;
/** Decimal numbers with up to this many digits before and after the point are within the supported range. */
const SAFE_DECIMAL_DIGITS = 20;

/**
 * One cell that is transferred from a file to COPY. Nearly all cells are canonical numbers, which are detected and
 * copied as bytes. For other spellings, `replace` sets the text returned by the functions of values.ts.
 */
export class CellBytes {
  private bytes: Buffer = Buffer.alloc(0);
  private start = 0;
  private end = 0;

  get length(): number {
    return this.end - this.start;
  }

  read(rows: CsvRows, column: number): void {
    const cell = rows.cell(column);
    const { bytes, starts } = rows.records;
    this.bytes = bytes;
    this.start = cell === -1 ? 0 : (starts[cell] ?? 0);
    this.end = cell === -1 ? 0 : (starts[cell + 1] ?? 0) - 1;
  }

  replace(text: string): void {
    this.bytes = Buffer.from(text);
    this.start = 0;
    this.end = this.bytes.length;
  }

  copyTo(out: CopyBuffer): void {
    out.writeBytes(this.bytes, this.start, this.end);
  }

  copyHexTo(out: CopyBuffer): void {
    out.writeHex(this.bytes, this.start, this.end);
  }

  isPositiveInteger(): boolean {
    return this.isCanonicalInteger(SAFE_DIGITS);
  }

  isInt64(): boolean {
    return this.isCanonicalInteger(SAFE_INT64_DIGITS);
  }

  /** Whether the cell is a Unix time in seconds from 2001 to 2096. */
  isRecentTime(): boolean {
    const first = this.bytes[this.start] ?? 0;
    return this.length === 10 && first > ZERO && first < ZERO + 4 && this.digitsEnd(this.start) === this.end;
  }

  isDecimal(): boolean {
    const { bytes, start, end } = this;
    const point = this.digitsEnd(start);
    if (point === start || point - start > SAFE_DECIMAL_DIGITS) return false;
    if (point === end) return true;
    if (bytes[point] !== POINT || end - point - 1 > SAFE_DECIMAL_DIGITS) return false;
    return point + 1 < end && this.digitsEnd(point + 1) === end;
  }

  isTxHash(): boolean {
    const { bytes, start, end } = this;
    if (end - start !== TX_HASH_DIGITS) return false;
    for (let index = start; index < end; index += 1) {
      const code = bytes[index] ?? 0;
      const isDigit = (code >= ZERO && code <= NINE) || (code >= LOWER_A && code <= LOWER_F);
      if (!isDigit) return false;
    }
    return true;
  }

  private isCanonicalInteger(maxDigits: number): boolean {
    const { bytes, start, end } = this;
    if (end - start > maxDigits || start === end || bytes[start] === ZERO) return false;
    return this.digitsEnd(start) === end;
  }

  /** Index of the first byte that is not a digit. */
  private digitsEnd(start: number): number {
    const { bytes, end } = this;
    let index = start;
    for (; index < end; index += 1) {
      const code = bytes[index] ?? 0;
      if (code < ZERO || code > NINE) break;
    }
    return index;
  }
}
