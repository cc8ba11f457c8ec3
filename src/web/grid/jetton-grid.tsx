import type { ReactNode } from 'react';
import type { Order, SortField } from '#contract/enums.ts';
import { errorText } from '#web/api/transport/error-text.ts';
import { Button } from '#web/components/controls/button.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import type { Screen } from '#web/lib/screen/screen.ts';
import { GridTable } from './grid-table.tsx';
import type { RowSource } from './rows/row-source.ts';

interface Props {
  readonly screen: Screen;
  readonly source: RowSource;
  readonly onSort: (sort: SortField, order: Order) => void;
  /** Shown instead of the rows if the list is empty. */
  readonly empty: ReactNode;
}

/** The table of a screen's jettons. Fills the available height. */
export function JettonGrid({ screen, source, onSort, empty }: Props) {
  const { list } = source;
  if (list.error && !list.data) {
    return (
      <Notice title="Couldn't load jettons" text={errorText(list.error)}>
        <Button onClick={() => void list.refetch()}>Retry</Button>
      </Notice>
    );
  }
  return <GridTable screen={screen} source={source} onSort={onSort} empty={empty} />;
}
