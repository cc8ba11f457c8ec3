import { useState } from 'react';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { toRequest } from '#contract/wire.ts';
import { loadSettings } from '#web/api/transport/settings.ts';
import { Button } from '#web/components/controls/button.tsx';
import control from '#web/components/controls/control.module.css';
import { curlText } from '#web/lib/text/curl.ts';
import styles from './export-share.module.css';

interface Copied {
  readonly said: string;
  /** To be copied by hand, where the browser does not let the page do it. */
  readonly text?: string;
}

interface Props {
  /** Of the link, behind the origin. */
  readonly path: string;
  /** Of the calls that bring what the page shows. */
  readonly filters: readonly JettonListFilterInput[];
}

export function SharePanel({ path, filters }: Props) {
  const [copied, setCopied] = useState<Copied>();
  const copy = async (what: string, text: string) => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done ? { said: `${what} copied` } : { said: `${what}, to be copied from here:`, text });
  };
  const copyLink = () => copy('Link', location.origin + path);
  const copyCurl = async () => {
    const settings = await loadSettings();
    const origin = settings.baseUrl.startsWith('http')
      ? settings.baseUrl
      : location.origin + settings.baseUrl;
    const calls = filters.map((filter) => {
      const request = toRequest(operations.getJettons, { ...filter, limit: MAX_LIMIT });
      return curlText(request, { origin, needsKey: settings.apiKey !== '' });
    });
    await copy(calls.length > 1 ? `${calls.length} calls` : 'Call', calls.join('\n'));
  };
  return (
    <>
      <Button onClick={() => void copyLink()}>Copy link</Button>
      <Button onClick={() => void copyCurl()}>Copy as curl</Button>
      <p className={styles.said} role="status">
        {copied?.said ?? 'The link opens this screen anywhere; the call is the one that this page sends.'}
      </p>
      {copied?.text === undefined ? null : (
        <textarea
          className={`${control.input} ${control.text}`}
          aria-label="To be copied"
          rows={4}
          readOnly
          value={copied.text}
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  );
}
