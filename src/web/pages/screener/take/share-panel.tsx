import { useState } from 'react';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/page.ts';
import { toRequest } from '#contract/wire.ts';
import { loadSettings } from '#web/api/settings.ts';
import { Button } from '#web/components/button.tsx';
import control from '#web/components/control.module.css';
import { curlText } from '#web/lib/curl.ts';
import type { Screen } from '#web/lib/screen.ts';
import { stringifyQuery } from '#web/url/query-text.ts';
import { serialiseScreen } from '#web/url/screen.ts';
import styles from './take.module.css';

interface Copied {
  readonly said: string;
  /** To be copied by hand, where the browser does not let the page do it. */
  readonly text?: string;
}

export function SharePanel({ screen }: { screen: Screen }) {
  const [copied, setCopied] = useState<Copied>();
  const copy = async (what: string, text: string) => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done ? { said: `${what} copied` } : { said: `${what}, to be copied from here:`, text });
  };
  const copyLink = () => copy('Link', location.origin + linkPath(screen));
  const copyCurl = async () => {
    const settings = await loadSettings();
    const origin = settings.baseUrl.startsWith('http')
      ? settings.baseUrl
      : location.origin + settings.baseUrl;
    const request = toRequest(operations.getJettons, { ...screen.filter, limit: MAX_LIMIT });
    await copy('Call', curlText(request, { origin, needsKey: settings.apiKey !== '' }));
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

function linkPath(screen: Screen): string {
  return `/${stringifyQuery(serialiseScreen(screen))}`;
}
