import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedJetton } from '#web/api/strangers.ts';
import { CountFigure, PriceFigure, SumFigure } from '#web/components/figure.tsx';
import { JettonName } from '#web/components/jetton-name.tsx';
import { PriceLine } from '#web/components/price-line.tsx';
import { TrustScore } from '#web/components/trust-score.tsx';
import { Verification } from '#web/components/verification.tsx';
import { useShownTheme } from '#web/state/shown-theme.ts';

interface Column {
  readonly id:
    | 'rank'
    | 'jetton'
    | 'usd'
    | 'ton'
    | 'liquidity'
    | 'fdmc'
    | 'mcap'
    | 'holders'
    | 'trust'
    | 'line';
  readonly label: string;
  readonly unit?: string;
  readonly title?: string;
  readonly cell: (jetton: ListedJetton, index: number) => ReactNode;
}

export const columns: readonly Column[] = [
  { id: 'rank', label: '#', title: 'Rank in this list', cell: (_, index) => index + 1 },
  { id: 'jetton', label: 'Jetton', cell: (jetton) => <JettonCell jetton={jetton} /> },
  { id: 'usd', label: 'Price', unit: 'USD', cell: (jetton) => <PriceFigure price={jetton.priceUsd} /> },
  { id: 'ton', label: 'Price', unit: 'TON', cell: (jetton) => <PriceFigure price={jetton.price} /> },
  {
    id: 'liquidity',
    label: 'Liquidity',
    unit: 'USD',
    cell: (jetton) => <SumFigure sum={jetton.liquidityUsd} />,
  },
  {
    id: 'fdmc',
    label: 'FDMC',
    unit: 'USD',
    title: 'Fully diluted market capitalisation: price times total supply',
    cell: (jetton) => <SumFigure sum={jetton.fdmc} />,
  },
  {
    id: 'mcap',
    label: 'Market cap',
    unit: 'USD',
    title: 'Price times circulating supply',
    cell: (jetton) => <SumFigure sum={jetton.mcap} />,
  },
  { id: 'holders', label: 'Holders', cell: (jetton) => <CountFigure count={jetton.holdersCount} /> },
  {
    id: 'trust',
    label: 'Trust',
    title: 'Trust score, 0 to 100',
    cell: (jetton) => <TrustScore score={jetton.trustScore} />,
  },
  {
    id: 'line',
    label: '7 days',
    title: 'Price of the last 7 days',
    cell: (jetton) => <LineCell jetton={jetton} />,
  },
];

function JettonCell({ jetton: { face, verification } }: { jetton: ListedJetton }) {
  return (
    <Link to="/jetton/$address" params={{ address: face.userFriendly }}>
      <JettonName {...face}>
        <Verification status={verification} />
      </JettonName>
    </Link>
  );
}

function LineCell({ jetton }: { jetton: ListedJetton }) {
  return <PriceLine url={jetton.lines[useShownTheme()]} />;
}
