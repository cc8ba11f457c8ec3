import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Comparison, parseComparison, type ReadComparison, serialiseComparison } from './compare.ts';
import { screenSearch } from './screen.ts';

export type ChangeComparison = (parts: Partial<Comparison>) => void;

/** What the address bar says is compared, and the way to change it. */
export function useComparison(): ReadComparison & { readonly change: ChangeComparison } {
  const search = useLocation({ select: ({ search: said }) => said });
  const navigate = useNavigate();
  const read = useMemo(() => parseComparison(screenSearch(search)), [search]);
  const change: ChangeComparison = (parts) =>
    void navigate({ to: '/compare', search: serialiseComparison({ ...read.comparison, ...parts }) });
  return { ...read, change };
}
