import { useState } from 'react';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { useJettonRows } from '#web/grid/rows/use-jetton-rows.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';

const EmptyList = lazyWithRetry(async () => (await import('./empty-list.tsx')).EmptyList);

/** The jettons of a screen. */
export function ScreenGrid({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const source = useJettonRows(screen.filter);
  // Always rendered, because screen readers do not announce the initial text of a new live region.
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <JettonGrid
        screen={screen}
        source={source}
        onChange={onChange}
        empty={
          <EmptyList
            screen={screen}
            onChange={onChange}
            onAnnounce={setAnnouncement}
            onRefresh={() => source.rerank(1)}
          />
        }
      />
    </>
  );
}
