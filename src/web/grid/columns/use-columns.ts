import { useStore } from 'zustand';
import { plan } from '#web/api/client/api-client.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import {
  defaultColumnsFor,
  isSameColumns,
  replacementColumns,
  type SelectableColumn,
} from '#web/list/columns.ts';
import type { Screen } from '#web/list/list-state.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { gridColumn, hasDataInPlan } from './list-columns.ts';

interface Options {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/**
 * Columns from the link, otherwise the default columns that the caller's plan has data for; `hidden` are the default
 * columns without data that are not chosen. A choice is also stored on this device, as the default for links without
 * columns.
 */
export function useColumns({ screen, onChange }: Options) {
  const isPhone = useIsPhone();
  const excludedOperations = useStore(plan.excluded);
  const settings = { currency: screen.currency, excludedOperations };
  const hasData = (id: SelectableColumn) => hasDataInPlan(gridColumn(id), settings);
  const all = defaultColumnsFor(isPhone, screen.filter.sort, screen.period);
  const available = all.filter(hasData);
  const { columns: linked } = screen;
  // Shared links contain the default columns. Phones and plans without their data have other defaults. On phones their
  // order does not matter: links of version 0.2 have another one.
  const wide = defaultColumnsFor(false, screen.filter.sort);
  const isDefault =
    linked && (isPhone ? isSameColumns(linked.toSorted(), wide.toSorted()) : isSameColumns(linked, wide));
  const custom = isDefault ? undefined : linked;
  const replacements = replacementColumns.filter((id) => !all.includes(id) && hasData(id));
  const defaults =
    available.length === all.length
      ? all
      : [...available, ...replacements.slice(0, all.length - available.length)];
  const chosen = custom ?? defaults;
  return {
    isPhone,
    chosen,
    hidden: all.filter((id) => !hasData(id) && !chosen.includes(id)),
    choose: (ids: readonly SelectableColumn[]) => {
      const columns = isSameColumns(ids, defaults) ? undefined : [...ids];
      useTableLayout.setState({ columns });
      onChange((current) => ({ ...current, columns }));
    },
    /** Restores the default columns with automatic widths. */
    reset: () => {
      useTableLayout.setState(
        isPhone ? { columns: undefined } : { columns: undefined, widths: {}, pinned: ['rank'] },
      );
      onChange((current) => ({
        ...current,
        columns: undefined,
        widths: isPhone ? current.widths : undefined,
      }));
    },
  };
}
