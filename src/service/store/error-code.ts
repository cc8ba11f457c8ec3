/** Whether an error has this code: that of a system error, or the SQLSTATE of a database error. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
