import { useEffect } from 'react';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { MarketAddress } from '#web/chart/chart-view.ts';
import { DrawingEditor } from '#web/chart/drawings/drawing-editor.ts';
import type { ChartUnit } from '#web/chart/drawings/drawings.ts';
import { onStoredDrawings, storedDrawings } from '#web/chart/drawings/stored-drawings.ts';

interface Props extends MarketAddress {
  readonly session: ChartSession;
  readonly unit: ChartUnit;
}

/** Shows the drawings of a market that are stored on this device, in their unit. They are changed on the page of the pool. */
export function StoredDrawings({ session, address, poolAddress, unit }: Props) {
  useEffect(() => {
    const market = { address, poolAddress };
    const editor = new DrawingEditor(session, { drawings: storedDrawings(market), unit });
    const stopListening = onStoredDrawings(() => editor.replace(storedDrawings(market)));
    return () => {
      stopListening();
      editor.close();
    };
  }, [session, address, poolAddress, unit]);
  return null;
}
