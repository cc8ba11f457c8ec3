import { toUserFriendly } from '#contract/address.ts';
import { type Currency, currencies, orders, pricePeriods } from '#contract/enums.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { type Query, stringifyQuery } from '#web/kit/device/link-state.ts';
import { RENDERED_ROWS } from '#web/list/jetton-queries.ts';
import { defaultFilter } from '#web/list/list-filter.ts';
import { HOME_PATH, parseScreen, type Screen, serializeScreen, withFilter } from '#web/list/list-state.ts';
import { orderName, sortLabel, sortMenu } from '#web/list/measure-texts.ts';
import { parseQueryText, screenFromQuery } from '#web/list/query/parse-query.ts';
import { serializeQueryText } from '#web/list/query/serialize-query.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';
import type { FoundPool } from '#web/search/search-queries.ts';

/** Parameters besides those of links to the screener: the cursor of a page, and the text of the form. */
const START = 'start';
const TEXT = 'query';

/** The part of a list that a link from a page without scripts shows. */
export interface ListRequest {
  /** Of the link to the screener. */
  readonly query: Query;
  /** Cursor of the page. Absent: the first one. */
  readonly start: string | undefined;
  /** The link to the screener that the form stands for, with a text that has problems. Absent if it was not sent. */
  readonly link?: string;
  readonly problems: readonly string[];
}

/** Parses the query of a link, which may be sent by the form: then, all fields have a parameter. */
export function parseListRequest(sent: Query): ListRequest {
  const { [START]: start, [TEXT]: text, ...query } = sent;
  const page = { start: typeof start === 'string' ? start : undefined };
  if (typeof text !== 'string') return { ...page, query, problems: [] };
  const { screen } = parseScreen(query);
  const { sort, order } = screen.filter;
  const parsed = parseQueryText(text, { base: screen.filter });
  const typed = screenFromQuery(screen, { ...parsed, filters: { sort, order, ...parsed.filters } });
  const shown = parsed.jetton === undefined ? typed : withFilter(typed, { address: [parsed.jetton] });
  const problems = parsed.problems.map(({ start, end, problem }) => `${text.slice(start, end)}: ${problem}`);
  const shownQuery = serializeScreen(shown);
  const linkQuery = problems.length === 0 ? shownQuery : { ...shownQuery, [TEXT]: text };
  return { ...page, query: shownQuery, link: HOME_PATH + stringifyQuery(linkQuery), problems };
}

interface Props {
  readonly screen: Screen;
  readonly request: ListRequest;
  readonly isEmpty: boolean;
  /** Cursor of the next page. */
  readonly next: string | undefined;
}

/** The filters of a list as a form, and links to its other pages. */
export function ListWithoutScripts({ screen, request: { start, problems }, isEmpty, next }: Props) {
  const { filter, period = DEFAULT_PERIOD, currency } = screen;
  const query = serializeScreen(screen);
  const { columns, widths } = query;
  const pageLink = (cursor?: string) =>
    HOME_PATH + stringifyQuery(cursor === undefined ? query : { ...query, [START]: cursor });
  return (
    <div className="without-scripts">
      <Styles />
      {isEmpty ? <p className="no-matches">No matches. Change or remove filters.</p> : null}
      <nav aria-label="Pages of the list">
        {start === undefined ? null : <a href={pageLink()}>{`First ${RENDERED_ROWS} jettons`}</a>}
        {next === undefined ? null : (
          <a href={pageLink(next)} rel="next">
            {`Next ${RENDERED_ROWS} jettons`}
          </a>
        )}
      </nav>
      <form action={HOME_PATH} aria-label="Filters">
        {Object.entries({ columns, widths }).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <QueryField value={filterText(screen)} />
        {problems.map((problem) => (
          <p key={problem} role="alert">
            {problem}
          </p>
        ))}
        <Choice label="Sort by" name="sort" value={filter.sort}>
          {sortMenu.map((field) => [field, sortLabel(field)])}
        </Choice>
        <Choice label="Order" name="order" value={filter.order}>
          {orders.map((name) => [name, orderName(filter.sort, name)])}
        </Choice>
        <Choice label="Period" name="period" value={periodLabels[period]}>
          {pricePeriods.map((name) => [periodLabels[name], periodLabels[name]])}
        </Choice>
        <Choice label="Currency" name="currency" value={currency}>
          {currencies.map((code: Currency) => [code, currencyUnit(code)])}
        </Choice>
        <button type="submit">Show</button>
      </form>
      <WithoutUpdates />
    </div>
  );
}

/** Links to pools of a jetton, and a form to search for others. */
export function JettonWithoutScripts({ pools }: { pools: readonly FoundPool[] }) {
  return (
    <div className="without-scripts">
      <Styles />
      {pools.length === 0 ? null : (
        <nav aria-label="Pools">
          {pools.map(({ jetton: { identity }, market: { poolAddress, exchangeId }, quoteSymbol }) => (
            <a key={poolAddress} href={poolPath(identity.address, poolAddress)}>
              {`${identity.symbol}/${quoteSymbol} on ${exchangeName(exchangeId)}`}
            </a>
          ))}
        </nav>
      )}
      <form action={HOME_PATH} aria-label="Search">
        <QueryField />
        <button type="submit">Search</button>
      </form>
      <WithoutUpdates />
    </div>
  );
}

function poolPath(address: string, poolAddress: string): string {
  return `/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`;
}

function Styles() {
  return <link rel="stylesheet" href="/without-scripts.css" />;
}

function QueryField({ value }: { value?: string }) {
  return (
    <label>
      Name, address or query such as liq&gt;50k age&lt;7d 24h&gt;5
      <input name={TEXT} defaultValue={value} autoComplete="off" spellCheck={false} />
    </label>
  );
}

function WithoutUpdates() {
  return <p>Without JavaScript, this page does not update itself.</p>;
}

/** The filters, without the order that has fields of its own, unless the text must name it. */
function filterText({ filter, ...screen }: Screen): string {
  const { sort, order } = screen.minimum === undefined ? defaultFilter : filter;
  return serializeQueryText({ ...screen, filter: { ...filter, sort, order } });
}

interface ChoiceProps {
  readonly label: string;
  /** Parameter of links. */
  readonly name: string;
  readonly value: string;
  /** Values and their texts. */
  readonly children: readonly (readonly [string, string])[];
}

function Choice({ label, name, value, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {children.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
