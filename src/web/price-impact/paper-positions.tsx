import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Amount } from '#contract/amount.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { FormattedAmount, PercentChange, Result, UnknownValue } from '#web/kit/display/formatted-values.tsx';
import { PoolLink } from '#web/kit/display/links.tsx';
import table from '#web/kit/display/small-table.module.css';
import { ratio } from './impact.ts';
import { placeTrade } from './paper-queries.ts';
import {
  type PaperPosition,
  type PaperTrade,
  type PoolSides,
  positionResult,
  saleValue,
} from './paper-trades.ts';
import { type ConversionRate, converted, fromCommon, toCommon } from './pool-model.ts';

/** Names of a market, and what its reserves are worth. */
export interface MarketNames {
  readonly jetton: string;
  readonly counterpart: string;
  readonly exchange: string;
  /** What the pool holds now; undefined if that is unknown, or for pools of other types than constant product. */
  readonly reserves: PoolSides | undefined;
  /** Present value of the counterpart in USD. */
  readonly usdRate: ConversionRate | undefined;
}

export type NameOf = (market: Pick<PaperTrade, 'jetton' | 'pool'>) => MarketNames;

export function MarketLink({
  market,
  names,
}: {
  market: Pick<PaperTrade, 'jetton' | 'pool'>;
  names: MarketNames;
}) {
  return (
    <PoolLink address={market.jetton} poolAddress={market.pool} className="text-link">
      <bdi>{names.jetton}</bdi> / <bdi>{names.counterpart}</bdi>
    </PoolLink>
  );
}

interface PositionsProps {
  readonly positions: readonly PaperPosition[];
  readonly nameOf: NameOf;
  readonly isReadOnly: boolean;
}

export function Positions({ positions, nameOf, isReadOnly }: PositionsProps) {
  const client = useQueryClient();
  const [failure, setFailure] = useState('');
  if (positions.length === 0) return null;
  const sellAll = async ({ jetton, pool, fee, sellable }: PaperPosition) => {
    const order = { jetton, pool, side: 'sell', amount: sellable, delay: 0, fee } as const;
    const placed = await placeTrade(client, order);
    setFailure(typeof placed === 'string' ? placed : '');
  };
  const valued = positions.map((position) => valuePosition(position, nameOf(position)));
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Positions</h2>
      <Total positions={valued} />
      <p role="status">{failure}</p>
      <div className="scroll-x">
        <table className={table.table} translate="no">
          <thead>
            <tr>
              <th scope="col">
                Market <Line>held</Line>
              </th>
              <th scope="col" className="phone-hidden">
                Held
              </th>
              <th scope="col" className="phone-hidden">
                Cost
              </th>
              <th scope="col" title="What selling all of it now would bring, after the fee">
                Worth <Line>cost</Line>
              </th>
              <th
                scope="col"
                className="phone-hidden"
                title="Proceeds of sales less the average cost of what was sold"
              >
                Realized
              </th>
              <th
                scope="col"
                title="Worth less cost, with what is realized, in percent of all that was paid. In USD at the present rate"
              >
                Result
              </th>
              {isReadOnly ? null : <ActionHeading>Sell</ActionHeading>}
            </tr>
          </thead>
          <tbody>
            {valued.map((position) => (
              <PositionRow
                key={`${position.jetton} ${position.pool}`}
                position={position}
                isReadOnly={isReadOnly}
                onSellAll={() => void sellAll(position)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface ValuedPosition extends PaperPosition {
  readonly names: MarketNames;
  /** In the counterpart, if the reserves are known. */
  readonly worth: Amount | undefined;
  readonly result: Amount | undefined;
  /** In USD at the present rate, in base units of `COMMON_DECIMALS`. */
  readonly usd: { readonly paid: bigint; readonly result: bigint } | undefined;
}

function valuePosition(position: PaperPosition, names: MarketNames): ValuedPosition {
  const worth = names.reserves && saleValue(position, names.reserves);
  const result = worth && positionResult(position, worth);
  const inUsd = (amount: Amount) => names.usdRate && converted(toCommon(amount), names.usdRate);
  const [paid, gained] = [inUsd(position.paid), result && inUsd(result)];
  const usd = paid === undefined || gained === undefined ? undefined : { paid, result: gained };
  return { ...position, names, worth, result, usd };
}

const USD_DECIMALS = 6;

function UsdResult({ result }: { result: bigint }) {
  return (
    <>
      <Result amount={fromCommon(result, USD_DECIMALS)} /> <span className="muted">USD</span>
    </>
  );
}

function ResultPercent({ result, paid }: { result: bigint; paid: bigint }) {
  return paid > 0n ? <PercentChange change={{ percent: 100 * ratio(result, paid) }} /> : <UnknownValue />;
}

/** The result of all positions whose value in USD is known. */
function Total({ positions }: { positions: readonly ValuedPosition[] }) {
  const known = positions.flatMap(({ usd }) => usd ?? []);
  if (known.length === 0) return null;
  const result = known.reduce((sum, usd) => sum + usd.result, 0n);
  const paid = known.reduce((sum, usd) => sum + usd.paid, 0n);
  const text =
    known.length < positions.length
      ? `Result of ${known.length} of ${positions.length} positions`
      : 'Result of all positions';
  return (
    <p title="At present rates, if all that is held were sold now. In percent of all that was paid.">
      <span>{text}</span>{' '}
      <strong className="medium">
        <UsdResult result={result} /> <ResultPercent result={result} paid={paid} />
      </strong>
    </p>
  );
}

/** On phones, a second line in a cell: a value that has no column there. */
export function Line({ children }: { children: ReactNode }) {
  return <span className="subline phone-only">{children}</span>;
}

interface PositionRowProps {
  readonly position: ValuedPosition;
  readonly isReadOnly: boolean;
  readonly onSellAll: () => void;
}

function PositionRow({ position, isReadOnly, onSellAll }: PositionRowProps) {
  const { held, sellable, paid, cost, realized, names, worth, result, usd } = position;
  const unit = <bdi className="muted">{names.counterpart}</bdi>;
  return (
    <tr>
      <td>
        <MarketLink market={position} names={names} />{' '}
        <span className="note phone-hidden">{names.exchange}</span>
        <Line>
          <FormattedAmount amount={held} /> on {names.exchange}
        </Line>
      </td>
      <td className="phone-hidden">
        <FormattedAmount amount={held} /> <bdi className="muted">{names.jetton}</bdi>
      </td>
      <td className="phone-hidden">
        <FormattedAmount amount={cost} /> {unit}
      </td>
      <td>
        <FormattedAmount amount={worth} /> {worth ? unit : null}
        <Line>
          cost <FormattedAmount amount={cost} />
        </Line>
      </td>
      <td className="phone-hidden">
        <Result amount={realized} /> {unit}
      </td>
      <td>
        {result ? (
          <>
            <span className="medium">
              <ResultPercent result={toCommon(result)} paid={toCommon(paid)} />
            </span>
            <span className="subline">
              <span className={usd ? 'phone-hidden' : undefined}>
                <Result amount={result} /> {unit}
                {usd ? ', ' : null}
              </span>
              {usd ? <UsdResult result={usd.result} /> : null}
            </span>
          </>
        ) : (
          <UnknownValue />
        )}
        {realized.value === '0' ? null : (
          <Line>
            realized <Result amount={realized} />
          </Line>
        )}
      </td>
      {isReadOnly ? null : (
        <td>
          <Button
            bare
            aria-label={`Sell all ${names.jetton} on paper`}
            disabled={sellable.value === '0'}
            onClick={onSellAll}
          >
            Sell all
          </Button>
        </td>
      )}
    </tr>
  );
}

/** The heading of a column of buttons. */
export function ActionHeading({ children }: { children: string }) {
  return (
    <th scope="col">
      <span className="visually-hidden">{children}</span>
    </th>
  );
}
