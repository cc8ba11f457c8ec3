import * as z from 'zod/mini';

const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const MAX_TICKS = 1000;
export const MAX_ADDRESSES = 100;

const MAX_CURSOR_LENGTH = 1024;

export function limitSchema(max: number) {
  return z._default(z.int().check(z.gte(1), z.lte(max)), DEFAULT_LIMIT);
}

/** The `next` value of the previous page. Empty or absent for the first page. */
export const cursor = z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH)));

/** Absent on the last page. */
export const next = z.optional(z.string());
