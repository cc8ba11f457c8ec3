import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { loadSettings } from '#web/api/client/settings.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { copyText, ReadOnlyText } from '#web/kit/controls/copyable-text.tsx';
import { currentFilter } from '#web/list/jetton-queries.ts';
import type { ListFilter } from '#web/list/list-filter.ts';
import { completePath, curlText } from './share-texts.ts';

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
  const copy = async (name: string, text: string) => {
    const isCopied = await copyText(text);
    setResult(
      isCopied ? { message: `${name} copied` } : { message: `Copy the ${name.toLowerCase()} below:`, text },
    );
  };
  const copyLink = () => copy('Link', location.origin + completePath(path));
  const copyCurl = async () => {
    const settings = await loadSettings();
    const origin = settings.baseUrl.startsWith('http')
      ? settings.baseUrl
      : location.origin + settings.baseUrl;
    const current = await Promise.all(filters.map((filter) => currentFilter(client, filter)));
    const commands = current.flatMap((filter) => {
      if (!filter) return [];
      const request = toRequest(operations.getJettons, { ...filter, limit: MAX_LIMIT });
      return curlText(request, { origin, needsKey: settings.apiKey !== '' });
    });
    if (commands.length === 0) {
      setResult({ message: 'No matches: age and creation date exclude each other' });
      return;
    }
    await copy(commands.length > 1 ? `${commands.length} requests` : 'Request', commands.join('\n'));
  };
  return (
    <>
      <Button onClick={() => void copyLink()}>Copy link</Button>
      <Button onClick={() => void copyCurl()}>Copy as curl</Button>
      <p className="caption" role="status">
        {result?.message ?? 'Link to this screen, or its API request'}
      </p>
      {result?.text === undefined ? null : <ReadOnlyText label="Text to copy" text={result.text} rows={4} />}
    </>
  );
}
