import * as z from 'zod/mini';

// The page's content security policy forbids eval. Without this setting, zod would try it and cause a violation report.
// Must run before the first schema is created, so this file is imported first.
z.config({ jitless: true });
