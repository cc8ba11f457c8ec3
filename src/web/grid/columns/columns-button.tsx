import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';

const ColumnsPanel = lazyWithRetry(async () => (await import('./columns-panel.tsx')).ColumnsPanel);

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Opens the panel that shows, hides, reorders and pins columns. */
export function ColumnsButton({ screen, onChange }: Props) {
  return (
    <PopupButton label="Columns">
      <ColumnsPanel screen={screen} onChange={onChange} />
    </PopupButton>
  );
}
