import type { ReactNode } from 'react';
import { useErrorText } from '#web/api/client/use-error-text.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { GridTable } from './grid-table.tsx';
import type { RowSource } from './rows/list-query.ts';

interface Props {
  readonly screen: Screen;
  readonly source: RowSource;
  readonly onChange: ChangeScreen;
  /** Shown instead of the rows if the list is empty. */
  readonly empty: ReactNode;
}

/** The table of a screen's jettons. Fills the available height. */
export function JettonGrid({ screen, source, onChange, empty }: Props) {
  const { list } = source;
  const errorText = useErrorText(list.error);
  if (list.error && !list.data) {
    return (
      <Notice title="Couldn't load jettons" text={errorText}>
        <Button onClick={() => void list.refetch()}>Retry</Button>
      </Notice>
    );
  }
  return <GridTable screen={screen} source={source} onChange={onChange} empty={empty} />;
}
