import { useState } from 'react';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { useJettonRows } from '#web/grid/rows/use-jetton-rows.ts';
import { type Screen, withFilter } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { NoMatches } from './no-matches.tsx';

/** The list that a screen asks for. */
export function ScreenGrid({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const source = useJettonRows(screen.filter);
  // Stands while rows come and go: what appears with its words in it is not spoken.
  const [said, setSaid] = useState('');
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <JettonGrid
        screen={screen}
        source={source}
        onSort={(sort, order) => onChange((known) => withFilter(known, { sort, order }))}
        empty={<NoMatches screen={screen} onChange={onChange} onSaid={setSaid} />}
      />
    </>
  );
}
