import type { RawAddress } from '#contract/address.ts';
import {
  readAddress,
  readDecimal,
  readInt64,
  readInteger,
  readPositiveInteger,
  readUnixSeconds,
} from '#service/validation/values.ts';
import type { AddressKey } from './address-key.ts';
import { CellBytes } from './cell-bytes.ts';
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
