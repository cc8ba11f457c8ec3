import * as z from 'zod';

/** Parses JSON text, for schemas of what it contains. */
export const jsonText = z.string().transform((body, context): unknown => {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    context.addIssue('invalid JSON');
    return z.NEVER;
  }
});
