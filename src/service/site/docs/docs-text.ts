import { errorBodyOf } from '#contract/errors.ts';
import { defaultNativeCoin } from '#contract/native-coin.ts';
import { type Html, html } from '#service/site/html.ts';
import { formatJson } from './docs-json.ts';
import { codeBlock } from './docs-operation.ts';
import { curlOf, exampleRequest } from './example-requests.ts';
import { errorCases, otherErrors } from './openapi-errors.ts';

/** Deployment settings described on the page. */
export interface ServiceLimits {
  readonly rateLimit: number;
  readonly hasKeys: boolean;
}

export function introduction(): Html {
  return html`
<h1>Jetscope API</h1>
<p class="lead">Analytics for TON jettons and their markets: prices, liquidity, holders, trust scores and changes over time. The API is read-only and uses JSON over HTTP. Version 1.0.</p>
${codeBlock('First request', curlOf(exampleRequest('getJettons')))}
<p>To generate a client, use the <a href="/openapi.json">OpenAPI 3.1 description</a>. The <a href="/status">status</a> endpoint returns the data source, the clock and the number of records.</p>`;
}

export function conventions({ rateLimit, hasKeys }: ServiceLimits): Html {
  return html`
<h2 id="conventions">Conventions</h2>
<dl class="conventions">
<div><dt>Addresses</dt><dd>Requests accept raw addresses (<code>0:</code> followed by 64 hexadecimal digits, case-insensitive) and user-friendly addresses (bounceable or non-bounceable, base64 or base64url, with a valid checksum). Responses contain lowercase raw addresses; <code>addressBook</code> maps each of them to its bounceable user-friendly form. The all-zero address represents ${defaultNativeCoin.symbol}, the native coin of TON.</dd></div>
<div><dt>Amounts</dt><dd>An amount is value × 10^(−decimals): <code>{ "value": "663878185", "decimals": 9 }</code> is 0.663878185. Counts are returned as strings, because 64-bit integers can lose precision as JSON numbers.</dd></div>
<div><dt>Timestamps</dt><dd>RFC 3339 in UTC, for example <code>2026-01-29T07:50:00.000Z</code>.</dd></div>
<div><dt>Unknown values</dt><dd>Fields with unknown values are omitted from responses. Unknown fields in requests are ignored.</dd></div>
<div><dt>Query parameters</dt><dd>GET requests use dot notation for nested fields and repeat a parameter to send several values: <code>liquidity.usd.min.value=50000<wbr>&amp;verification=JVS_VERIFIED<wbr>&amp;verification=JVS_APPROVED</code>.</dd></div>
<div><dt>Pagination</dt><dd>To get the next page, repeat the request with <code>cursor</code> set to the value of <code>next</code>. Keep the filters, sort and order. The last page has no <code>next</code>.</dd></div>
<div><dt>Rate limit</dt><dd>${rateLimitText(rateLimit)}</dd></div>
<div><dt>Plans</dt><dd>${planText(hasKeys)}</dd></div>
<div><dt>Caching</dt><dd>Responses to GET requests have an <code>ETag</code>. Send it as <code>If-None-Match</code> to get an empty 304 response if nothing has changed.</dd></div>
</dl>`;
}

function rateLimitText(rateLimit: number): Html {
  if (rateLimit === 0) return html`Requests are not rate limited.`;
  return html`Up to ${rateLimit} requests per second for each API key, or for each IP address without a key. Requests over the limit return 429 with <code>Retry-After</code>.`;
}

function planText(hasKeys: boolean): Html {
  if (!hasKeys) return html`This service does not use API keys: every operation is available to all clients.`;
  return html`Operations marked “paid plans” require an API key with a paid plan: <code>Authorization: Bearer KEY</code>. Requests without a key have the free plan.`;
}

export function errorSection(): Html {
  const rows = [...errorCases, ...otherErrors]
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, cause }) => {
      const { code, message } = errorBodyOf(status);
      return html`<tr><td>${status}</td><td>${code}</td><td><code>${message}</code></td><td>${cause}</td></tr>`;
    });
  return html`
<h2 id="errors">Errors</h2>
<p>All errors have the same JSON body:</p>
${codeBlock('Error body', formatJson(errorBodyOf(400)))}
<div class="table-scroll"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th><th scope="col">Cause</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}
