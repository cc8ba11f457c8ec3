import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { parseQuery } from '#web/kit/device/query-string.ts';
import {
  type Comparison,
  type ParsedComparison,
  parseComparison,
  serializeComparison,
} from './comparison-link.ts';

export type ChangeComparison = (changes: Partial<Comparison>) => void;

/** Returns the comparison in the URL and a function that changes it. */
export function useComparison(): ParsedComparison & { readonly change: ChangeComparison } {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const navigate = useNavigate();
  const parsed = useMemo(() => parseComparison(parseQuery(search)), [search]);
  const change: ChangeComparison = (changes) =>
    void navigate({ to: '/compare', search: serializeComparison({ ...parsed.comparison, ...changes }) });
  return { ...parsed, change };
}
