import * as z from 'zod/mini';

// The page's policy forbids compiling code from text. zod would try to, and be reported: it must know before the
// first schema is made, so this file is imported first.
z.config({ jitless: true });
