import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { loadSettings } from '#web/api/client/settings.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { copyText, ReadOnlyText } from '#web/kit/controls/copyable-text.tsx';
import { stringifyQuery } from '#web/kit/device/link-state.ts';
import { currentFilter } from '#web/list/jetton-queries.ts';
import { filterPart, type ListFilter, normalizeFilter } from '#web/list/list-filter.ts';
import { completePath, curlText, promptText } from './share-texts.ts';

/** Path of a list as an Atom feed (docs/integrations.md). Price changes are sorted in a unit that links to pages do not name. */
function feedPath({ moves, ...filter }: ListFilter): string {
  const query = filterPart.serialize(normalizeFilter({ excludeScam: false, ...filter }), undefined);
  return `/feeds/screen.atom${stringifyQuery(moves === undefined ? query : { ...query, moves })}`;
}

interface CopyResult {
  readonly message: string;
  /** Text to copy manually, if the browser blocked copying. */
  readonly text?: string;
}

interface Props {
  /** Path and query of the link, without the origin. */
  readonly path: string;
  /** Filters of the API requests that return the jettons on the page. */
  readonly filters: readonly ListFilter[];
}

export function SharePanel({ path, filters }: Props) {
  const client = useQueryClient();
  const [result, setResult] = useState<CopyResult>();
  // Other services with this API have neither feeds nor tools for assistants, and no status.
  const { data: status } = useQuery(serviceStatus());
  const copy = async (name: string, text: string) => {
    const isCopied = await copyText(text);
    setResult(
      isCopied ? { message: `${name} copied` } : { message: `Copy the ${name.toLowerCase()} below:`, text },
    );
  };
  const copyLink = () => copy('Link', location.origin + completePath(path));
  const target = async () => {
    const { baseUrl, apiKey } = await loadSettings();
    const origin = baseUrl.startsWith('http') ? baseUrl : location.origin + baseUrl;
    return { origin, needsKey: apiKey !== '' };
  };
  /** Returns undefined if nothing can match. */
  const currentRequests = async () => {
    const current = await Promise.all(filters.map((filter) => currentFilter(client, filter)));
    const requests = current.flatMap((filter) => (filter ? [{ ...filter, limit: MAX_LIMIT }] : []));
    if (requests.length > 0) return { requests, ...(await target()) };
    setResult({ message: 'No matches: age and creation date exclude each other' });
    return undefined;
  };
  const copyCurl = async () => {
    const current = await currentRequests();
    if (!current) return;
    const commands = current.requests.map((filter) =>
      curlText(toRequest(operations.getJettons, filter), current),
    );
    await copy(commands.length > 1 ? `${commands.length} requests` : 'Request', commands.join('\n'));
  };
  const copyFeed = async () => {
    const { origin } = await target();
    const links = filters.map((filter) => origin + feedPath(filter));
    await copy(links.length > 1 ? `${links.length} links` : 'Feed link', links.join('\n'));
  };
  const copyPrompt = async () => {
    const current = await currentRequests();
    if (current) await copy('Prompt', promptText(current.requests, current.origin));
  };
  return (
    <>
      <Button onClick={() => void copyLink()}>Copy link</Button>
      <Button onClick={() => void copyCurl()}>Copy as curl</Button>
      {status ? (
        <>
          <Button onClick={() => void copyFeed()}>Copy feed link</Button>
          <Button onClick={() => void copyPrompt()}>Copy prompt for an assistant</Button>
        </>
      ) : null}
      <p className="caption" role="status">
        {result?.message ?? 'Link to this screen, or its API request'}
      </p>
      {result?.text === undefined ? null : <ReadOnlyText label="Text to copy" text={result.text} rows={4} />}
    </>
  );
}
