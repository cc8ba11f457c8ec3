import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Comparison, type ParsedComparison, parseComparison, serializeComparison } from './compare.ts';
import { queryFromSearch } from './screen.ts';

export type ChangeComparison = (parts: Partial<Comparison>) => void;

/** What the address bar says is compared, and the way to change it. */
export function useComparison(): ParsedComparison & { readonly change: ChangeComparison } {
  const search = useLocation({ select: ({ search: said }) => said });
  const navigate = useNavigate();
  const read = useMemo(() => parseComparison(queryFromSearch(search)), [search]);
  const change: ChangeComparison = (parts) =>
    void navigate({ to: '/compare', search: serializeComparison({ ...read.comparison, ...parts }) });
  return { ...read, change };
}
