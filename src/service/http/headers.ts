import type { Config } from '#service/config.ts';

export type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;

/** On every answer. The data is public and read-only: any origin may read it. */
export function commonHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Headers {
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Retry-After',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

/** What a preflight asks for, besides the methods. */
export const preflightHeaders: Headers = {
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '86400',
};

/** On pages, in place of the common ones where both have a name. */
const pageHeaders: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

function policy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

const dashboardPolicy = {
  'default-src': "'self'",
  'img-src': "'self' https: data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
} as const;

/** The dashboard: its own scripts and styles, and pictures of jettons from wherever their makers keep them. */
export const dashboardHeaders: Headers = {
  ...pageHeaders,
  'content-security-policy': policy(dashboardPolicy),
};

/** A chart in somebody else's page: any page may hold it. */
export const embedHeaders: Headers = {
  'content-security-policy': policy({ ...dashboardPolicy, 'frame-ancestors': '*' }),
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** A page without scripts whose one style sheet is in it, told by its hash. */
export function scriptlessPageHeaders(styleHash: string): Headers {
  return {
    ...pageHeaders,
    'content-security-policy': policy({
      'default-src': "'none'",
      'style-src': `'${styleHash}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    }),
  };
}

/** SVG drawings, which a browser may also open as a page of their own. */
export const imageHeaders: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};
