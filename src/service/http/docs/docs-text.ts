import { errorBodyOf } from '#contract/errors.ts';
import { type Html, html } from '#service/http/pages/html.ts';
import { formatJson } from './docs-json.ts';
import { codeBlock } from './docs-operation.ts';
import { curlOf, exampleRequest } from './example-requests.ts';
import { errorCases, otherErrors } from './openapi-errors.ts';

/** What a caller of this very service has to know. */
export interface ServiceLimits {
  readonly rateLimit: number;
  readonly hasKeys: boolean;
}

export function introduction(): Html {
  return html`
<h1>Jetscope API</h1>
<p class="lead">Analytics of TON jettons and of their markets over HTTP: prices, liquidity, holders, trust scores and how they change. Everything is read-only, requests and answers are JSON. Version 1.0.</p>
${codeBlock('First request', curlOf(exampleRequest('getJettons')))}
<p>The same in a form for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). Where the data comes from, its clock and how much there is: <a href="/status">status</a>.</p>`;
}

export function conventions({ rateLimit, hasKeys }: ServiceLimits): Html {
  return html`
<h2 id="conventions">Conventions</h2>
<dl class="conventions">
<div><dt>Addresses</dt><dd>Accepted raw (<code>0:</code> and 64 hex digits, in either letter case) and user-friendly (bounceable or not, base64 or base64url, checksum verified). Answers are raw, in lower case; <code>addressBook</code> has the bounceable form of each. TON itself is the all-zero address.</dd></div>
<div><dt>Amounts</dt><dd><code>{ "value": "663878185", "decimals": 9 }</code> is 0.663878185: value × 10^(−decimals). Counts are digits in a string, as they may not fit into a JSON number.</dd></div>
<div><dt>Times</dt><dd>RFC 3339 in UTC: <code>2026-01-29T07:50:00.000Z</code>.</dd></div>
<div><dt>Unknown values</dt><dd>Left out of the record. Unknown fields of a request are ignored.</dd></div>
<div><dt>Queries</dt><dd>In a GET the nested fields of a filter are written with dots, and lists repeat their name: <code>liquidity.usd.min.value=50000<wbr>&amp;verification=JVS_VERIFIED<wbr>&amp;verification=JVS_APPROVED</code>.</dd></div>
<div><dt>Pages</dt><dd>Send the <code>next</code> of an answer as <code>cursor</code>, with the same filter, sort and order, to get the following page. On the last page <code>next</code> is absent.</dd></div>
<div><dt>Limit</dt><dd>${limitWords(rateLimit)}</dd></div>
<div><dt>Plans</dt><dd>${planWords(hasKeys)}</dd></div>
<div><dt>Caching</dt><dd>Answers to a GET carry an <code>ETag</code>: send it as <code>If-None-Match</code>, and the same answer comes as an empty 304.</dd></div>
</dl>`;
}

function limitWords(rateLimit: number): Html {
  if (rateLimit === 0) return html`The number of requests is not limited.`;
  return html`At most ${rateLimit} requests in any second from one key, or from one address without a key. What is over that is answered 429 with <code>Retry-After</code>.`;
}

function planWords(hasKeys: boolean): Html {
  if (!hasKeys) return html`This service has no keys: every caller may use every operation.`;
  return html`Operations marked “paid plans” need a key of such a plan: <code>Authorization: Bearer KEY</code>. Without a key a caller has the free plan.`;
}

export function errorsPart(): Html {
  const rows = [...errorCases, ...otherErrors]
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, when }) => {
      const { code, message } = errorBodyOf(status);
      return html`<tr><td>${status}</td><td>${code}</td><td><code>${message}</code></td><td>${when}</td></tr>`;
    });
  return html`
<h2 id="errors">Errors</h2>
<p>Every error has a body of one shape:</p>
${codeBlock('Body of an error', formatJson(errorBodyOf(400)))}
<div class="wide"><table>
<thead><tr><th scope="col">Status</th><th scope="col">code</th><th scope="col">message</th><th scope="col">When</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}
