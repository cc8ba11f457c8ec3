import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Currency } from '#contract/enums.ts';
import { formatCount } from '#contract/format/format-numbers.ts';
import { errorText } from '#web/api/client/error-text.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { saveFile } from '#web/kit/controls/save-file.ts';
import type { Screen } from '#web/list/list-state.ts';
import { type Format, formats } from './export-formats.ts';
import { type ExportedJetton, exportedRows, exportScreen } from './exported-list.ts';

type State =
  | { readonly status: 'idle' | 'canceled' }
  | { readonly status: 'running' | 'done'; readonly count: number }
  | { readonly status: 'failed'; readonly error: Error };

/** Downloads all jettons of a screen as a file. */
export function ScreenExport({ screen }: { screen: Screen }) {
  const client = useQueryClient();
  return <ExportPanel currency={screen.currency} read={(signal) => exportScreen(client, screen, signal)} />;
}

/** Downloads loaded jettons as a file. */
export function RowsExport({ jettons, currency }: { jettons: readonly ListedJetton[]; currency: Currency }) {
  return <ExportPanel currency={currency} read={(signal) => exportedRows(jettons, currency, signal)} />;
}

/** Returns all jettons, page by page. */
type Read = (signal: AbortSignal) => AsyncIterable<readonly ExportedJetton[]>;

function ExportPanel({ read, currency }: { read: Read; currency: Currency }) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const exportList = async (format: Format) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'running', count: 0 });
    const jettons = await collect(read, controller.signal, (count) => setState({ status: 'running', count }));
    const { type, write } = formats[format];
    saveFile(`jetscope-${fileTime()}.${format}`, new Blob(write(jettons, currency), { type }));
    setState({ status: 'done', count: jettons.length });
  };
  const onExport = (format: Format) => {
    exportList(format).catch((error: Error) => {
      const isCanceled = running.current?.signal.aborted;
      setState(isCanceled ? { status: 'canceled' } : { status: 'failed', error });
    });
  };
  return (
    <>
      {state.status === 'running' ? (
        <Button ref={replaceFocused} onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      ) : (
        <div className="halves">
          <Button ref={state.status === 'idle' ? undefined : replaceFocused} onClick={() => onExport('csv')}>
            CSV
          </Button>
          <Button onClick={() => onExport('json')}>JSON</Button>
        </div>
      )}
      <p className="caption" role="status">
        {stateText(state)}
      </p>
    </>
  );
}

/** As a ref, gives the focus to a button that appears in place of the focused one. */
function replaceFocused(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

/** Collects the pages. A jetton that moves to a later page during the export is exported once. */
async function collect(
  read: Read,
  signal: AbortSignal,
  onCount: (count: number) => void,
): Promise<ExportedJetton[]> {
  const byAddress = new Map<string, ExportedJetton>();
  for await (const jettons of read(signal)) {
    for (const exported of jettons) {
      const { address } = exported.jetton.identity;
      if (!byAddress.has(address)) byAddress.set(address, exported);
    }
    onCount(byAddress.size);
  }
  return [...byAddress.values()];
}

function stateText(state: State): string {
  switch (state.status) {
    case 'idle':
      return 'Exports all jettons of this list, not only the loaded ones.';
    case 'canceled':
      return 'Canceled. Nothing was saved.';
    case 'running':
      return `${formatCount(state.count)} jettons loaded…`;
    case 'done':
      return `${formatCount(state.count)} jettons saved.`;
    case 'failed':
      return `${errorText(state.error)} Nothing was saved.`;
  }
}

/** Returns the current UTC time in the form 20260129-0750. */
function fileTime(): string {
  return new Date().toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
}
