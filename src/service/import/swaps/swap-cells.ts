import type { RawAddress } from '#contract/address.ts';
import { CellBytes } from '#service/import/csv/cell-bytes.ts';
import type { CsvRows } from '#service/import/csv/csv-rows.ts';
import {
  readAddress,
  readDecimal,
  readInt64,
  readInteger,
  readPositiveInteger,
  readUnixSeconds,
} from '#service/import/values.ts';
import type { AddressKey } from './address-key.ts';
import type { CopyRows } from './copy-rows.ts';

/** Spellings of addresses that are cached: the same few thousand come millions of times. */
const CACHE_SIZE = 100_000;

/** Reads cells by column: the canonical spelling from its bytes, any other with the functions of values.ts. */
export class SwapCells {
  private readonly names: readonly string[];
  private readonly cell = new CellBytes();
  private readonly rawOf = new Map<string, RawAddress>();

  constructor(names: readonly string[]) {
    this.names = names;
  }

  address(rows: CsvRows, column: number, key: AddressKey): void {
    const { bytes, starts } = rows.records;
    const cell = rows.cell(column);
    if (key.readBasechain(bytes, starts[cell] ?? 0, (starts[cell + 1] ?? 0) - 1)) return;
    const text = rows.text(column);
    let raw = this.rawOf.get(text);
    if (raw === undefined) {
      raw = readAddress(this.name(column), text);
      if (this.rawOf.size >= CACHE_SIZE) this.rawOf.clear();
      this.rawOf.set(text, raw);
    }
    key.readRaw(raw);
  }

  amount(rows: CsvRows, column: number, cell: CellBytes): void {
    cell.read(rows, column);
    if (!cell.isPositiveInteger()) cell.replace(readPositiveInteger(this.name(column), rows.text(column)));
  }

  writeUnixSeconds(rows: CsvRows, column: number, out: CopyRows): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isRecentTime()) cell.writeTo(out);
    else out.number(readUnixSeconds(this.name(column), rows.text(column)));
  }

  writeInt64(rows: CsvRows, column: number, out: CopyRows): void {
    const { cell } = this;
    cell.read(rows, column);
    if (!cell.isInt64()) cell.replace(readInt64(this.name(column), rows.text(column)));
    cell.writeTo(out);
  }

  /** An empty cell is unknown. */
  writeInteger(rows: CsvRows, column: number, out: CopyRows): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isPositiveInteger()) cell.writeTo(out);
    else this.writeOptional(rows, column, out, readInteger);
  }

  /** An empty cell is unknown. */
  writeDecimal(rows: CsvRows, column: number, out: CopyRows): void {
    const { cell } = this;
    cell.read(rows, column);
    if (cell.isDecimal()) cell.writeTo(out);
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
    out: CopyRows,
    read: (name: string, text: string) => string,
  ): void {
    const text = rows.text(column);
    if (text.trim() === '') out.unknown();
    else out.text(read(this.name(column), text));
  }
}
