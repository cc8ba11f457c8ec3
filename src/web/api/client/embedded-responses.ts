import type { WireRequest } from '#contract/request-encoding.ts';

const rendered = globalThis.document?.documentElement.dataset.rendered;
/** Whether the service has rendered the page for this device (`public/rendered-page.js`). Tests of requests have no document. */
export const isRendered = rendered !== undefined && rendered !== 'other';

/** Bodies of the responses that the service has rendered the page from, by request. */
const responses = new Map<string, unknown>(Object.entries(isRendered ? read() : {}));

function read(): object {
  return JSON.parse(document.getElementById('responses')?.textContent ?? '{}');
}

/** Returns the body of the response to a request if the page contains it, for the first of equal requests. */
export function takeEmbedded({ method, url, body = '' }: WireRequest): unknown {
  const key = `${method} ${url} ${body}`;
  const response = responses.get(key);
  responses.delete(key);
  return response;
}

/** Whether the page contains responses that no request has used. */
export const hasEmbedded = () => responses.size > 0;
