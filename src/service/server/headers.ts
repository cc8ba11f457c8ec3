import { createHash } from 'node:crypto';
import type { Config } from '#service/config/config.ts';

export type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** The position of the data of a response. In a request, of which the response must not be older. */
export const POSITION = 'Jetscope-Position';

/** Names the parameters and body fields of a request that an operation does not define, or that are invalid. */
export const IGNORED_PARAMETERS = 'Jetscope-Ignored-Parameters';
export const INVALID_PARAMETERS = 'Jetscope-Invalid-Parameters';

const exposedHeaders = [
  'Date',
  'ETag',
  'Link',
  'Retry-After',
  POSITION,
  IGNORED_PARAMETERS,
  INVALID_PARAMETERS,
];

const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 64;

/**
 * Returns a header that lists the names, of which there must be some. The names are untrusted: they are shortened, and
 * limited in number and to letters, digits and `_.-[]`.
 */
export function namesHeader(names: readonly string[]): string {
  const safeNames = names
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, MAX_NAME_LENGTH).replaceAll(/[^\w.\-[\]]/g, '?') || '?');
  return safeNames.join(', ');
}

/** Headers of every response. The data is public and read-only, so any origin may read it. */
export function commonHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Headers {
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders.join(', '),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  POSITION,
  // All others, such as those of tracing, are ignored. Older browsers only accept the names above.
  '*',
];

/** Headers of CORS preflight responses, except the allowed methods. */
export const preflightHeaders: Headers = {
  'access-control-allow-headers': requestHeaders.join(', '),
  'access-control-max-age': '86400',
};

/** Headers of pages; they override the common headers. */
const pageHeaders: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS_POLICY,
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

/** Headers of the dashboard. It may load its own scripts and styles, and jetton images from any https host. */
export const dashboardHeaders: Headers = {
  ...pageHeaders,
  'content-security-policy': policy(dashboardPolicy),
};

/** Headers of pages that the service has rendered, with the contents of their inline scripts and styles. */
export function renderedPageHeaders(inline: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}): Headers {
  return {
    ...pageHeaders,
    'content-security-policy': policy({
      ...dashboardPolicy,
      'script-src': ["'self'", ...inline.scripts.map(hashSource)].join(' '),
      'style-src': ["'self'", ...inline.styles.map(hashSource)].join(' '),
      // Rendered elements have style attributes.
      'style-src-attr': "'unsafe-inline'",
    }),
  };
}

/** Returns the source of a policy that allows an inline script or style with this content. */
function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** Headers of embeds, which any site may show in a frame. */
export const embedHeaders: Headers = {
  'content-security-policy': policy({ ...dashboardPolicy, 'frame-ancestors': '*' }),
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': PERMISSIONS_POLICY,
};

/** Headers of a page without scripts and with a single inline style sheet of this content. */
export function scriptlessPageHeaders(style: string): Headers {
  return {
    ...pageHeaders,
    'content-security-policy': policy({
      'default-src': "'none'",
      'style-src': hashSource(style),
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    }),
  };
}

/** Headers of rendered SVG images. Browsers may also open them as documents, so scripts are blocked. */
export const imageHeaders: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};
