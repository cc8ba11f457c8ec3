import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { capitalize } from '#contract/format/format-text.ts';
import type { UnsupportedFilters } from '#contract/measures.ts';
import { useIsSnapshot } from '#web/api/client/service-status.ts';
import { useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import { REPORT_PROBLEM, useNewIssueLink } from '#web/app/report-problem.tsx';
import control from '#web/kit/controls/controls.module.css';
import { Modal } from '#web/kit/controls/dialog.tsx';
import { Suggestions } from '#web/kit/controls/suggestions.tsx';
import { type PickableSuggestion, useCombobox } from '#web/kit/controls/use-combobox.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { openPanel, usePanels } from '#web/kit/device/open-panel.ts';
import { colorPairLabels, colorPairs, useColorPair, useLiveUpdates } from '#web/kit/device/preferences.ts';
import { themes, useTheme } from '#web/kit/device/theme.ts';
import { type Screen, screenPath } from '#web/list/list-state.ts';
import { screenFromQuery } from '#web/list/query/parse-query.ts';
import { densities, useTableLayout } from '#web/list/table-layout.ts';
import { useChangeScreen, useScreen } from '#web/list/use-list-state.ts';
import { presetScreen, presets } from '#web/screener/preset-links.tsx';
import { useSavedScreens } from '#web/screener/saved-screens.ts';
import type { FoundItem } from '#web/search/found-item.ts';
import {
  filterOption,
  RECENT,
  resultCountText,
  searchColumns,
  searchSuggestions,
} from '#web/search/search-suggestions.tsx';
import {
  searchTextOf,
  useOpenResult,
  usePastedAddress,
  useRecentResults,
  useSearch,
} from '#web/search/use-search.ts';
import styles from './search-box.module.css';

/** Dialog that finds commands, screens, jettons and pools and runs or opens them. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { matching, filters } = useCommands(text);
  const search = useSearch(searchTextOf(text));
  const recent = useRecentResults(text === '');
  const openResult = useOpenResult();
  const open = (item: FoundItem) => {
    onClose();
    openResult(item);
  };
  usePastedAddress(search, open);
  const toOptions = (commands: readonly Command[], group: string): PickableSuggestion[] =>
    commands.map((command) => ({
      key: `${command.group} ${command.name}`,
      text: command.name,
      note: command.group === group ? undefined : command.group,
      group,
      href: command.href,
      pick: () => {
        onClose();
        command.run();
      },
    }));
  const options = [
    ...searchSuggestions(recent, open, RECENT, true),
    ...toOptions(matching, 'Commands'),
    ...searchSuggestions(search.results, open, undefined, true),
    ...toOptions(filters, 'Filters'),
  ];
  const startsWithResult = matching.length === 0 && search.results.length > 0;
  const { inputProps, listProps } = useCombobox({
    isOpen: true,
    options,
    highlightsFirst: true,
    isPending: search.isFirstPending,
    waitsForFirst: startsWithResult && search.isFirstPending,
    onText: setText,
  });
  return (
    <Modal title="Commands" onClose={onClose}>
      <div className={styles.palette}>
        <input
          {...inputProps}
          className={control.input}
          aria-label="Command"
          placeholder="Search jettons, pools and commands"
          value={text}
        />
        <Suggestions {...listProps} label="Results" columns={searchColumns} isBusy={search.isBusy}>
          {search.message === '' ? null : <p className={styles.message}>{search.message}</p>}
        </Suggestions>
        {/* Screen readers only announce changes of a region that exists before its text. */}
        <div className="visually-hidden" role="status">
          {search.message || resultCountText(options.length)}
        </div>
      </div>
    </Modal>
  );
}

export interface Command {
  readonly group: string;
  readonly name: string;
  /** Address of the page that it opens. */
  readonly href?: string;
  readonly run: () => void;
}

interface MatchingCommands {
  /** Commands whose group or name has a word that starts with the text; all commands if the text is empty. */
  readonly matching: Command[];
  /** The command that applies the text as a query. Empty if the text is not a valid query. */
  readonly filters: Command[];
}

/** Returns the commands that the typed text finds. */
function useCommands(text: string): MatchingCommands {
  const { screens } = useSavedScreens();
  const navigate = useNavigate();
  const change = useChangeScreen();
  const { screen } = useScreen();
  const unsupported = useUnsupportedFilters(text !== '');
  const saved = screens.map(({ name, query }) => ({
    group: 'My screen',
    name,
    href: `/${query}`,
    run: () => void navigate({ to: '/', search: parseQuery(query) }),
  }));
  const builtIn = presets.map((preset) => ({
    group: 'Screen',
    name: preset.label,
    href: screenPath(presetScreen(preset, screen)),
    run: () => change((current) => presetScreen(preset, current)),
  }));
  const { names } = usePanels();
  const panels = names.map((name) => ({ group: 'Open', name, run: () => openPanel(name) }));
  const pages = pageLinks.map(({ name, to }) => ({
    group: 'Page',
    name,
    href: to,
    run: () => void navigate({ to }),
  }));
  // The leading space restricts matches to beginnings of words.
  const prefix = ` ${text.trim().toLowerCase()}`;
  const isSnapshot = useIsSnapshot();
  const newIssueLink = useNewIssueLink();
  const all = [
    ...saved,
    ...pages,
    ...builtIn,
    ...panels,
    ...displayCommands,
    ...(isSnapshot ? [] : liveCommands()),
    ...(newIssueLink === undefined ? [] : [reportCommand(newIssueLink)]),
  ];
  const matching = all.filter(({ group, name }) => ` ${group} ${name}`.toLowerCase().includes(prefix));
  return { matching, filters: filterCommands(text, screen, unsupported, change) };
}

function liveCommands(): Command[] {
  const { isPaused } = useLiveUpdates.getState();
  return [
    {
      group: 'Live updates',
      name: isPaused ? 'Resume' : 'Pause',
      run: () => useLiveUpdates.setState({ isPaused: !isPaused }),
    },
  ];
}

function reportCommand(link: string): Command {
  return {
    group: 'Help',
    name: REPORT_PROBLEM,
    href: link,
    run: () => void open(link, '_blank', 'noopener,noreferrer'),
  };
}

const pageLinks = [
  { name: 'All jettons', to: '/' },
  { name: 'Watchlist', to: '/watchlist' },
  { name: 'Compare', to: '/compare' },
  { name: 'Paper trades', to: '/paper' },
  { name: 'This device: saved screens, lists and settings', to: '/device' },
  { name: 'New pools', to: '/new' },
  { name: 'Charts', to: '/charts' },
  { name: 'Alerts', to: '/alerts' },
] as const;

const displayCommands: readonly Command[] = [
  ...densities.map((density) => ({
    group: 'Rows',
    name: capitalize(density),
    run: () => useTableLayout.setState({ density }),
  })),
  ...themes.map((theme) => ({
    group: 'Theme',
    name: capitalize(theme),
    run: () => useTheme.getState().choose(theme),
  })),
  ...colorPairs.map((pair) => ({
    group: 'Colors',
    name: capitalize(colorPairLabels[pair]),
    run: () => useColorPair.setState({ pair }),
  })),
];

function filterCommands(
  text: string,
  screen: Screen,
  unsupported: UnsupportedFilters,
  change: ReturnType<typeof useChangeScreen>,
): Command[] {
  const option = filterOption(text, screen, unsupported);
  if (!option) return [];
  const { text: name, href, query } = option;
  return [{ group: 'Filters', name, href, run: () => change((current) => screenFromQuery(current, query)) }];
}
