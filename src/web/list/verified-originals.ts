import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { verifiedOriginals } from '#web/untrusted/look-alike.ts';
import { verifiedJettons } from './related-jettons.ts';

/** Returns the likely targets of imitation. None while they are loading, or if they are not needed. */
export function useVerifiedOriginals(isNeeded = true) {
  const { data } = useQuery({ ...verifiedJettons(), enabled: isNeeded });
  return useMemo(() => verifiedOriginals(data ?? []), [data]);
}
