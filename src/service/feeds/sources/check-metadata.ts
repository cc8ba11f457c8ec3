import type { MetadataSource } from '#service/feeds/client/source.ts';

/** Tether USD, one of the most traded jettons. */
const CHECKED_JETTON = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';

/** Requests the metadata of one jetton and describes the result. */
export async function checkMetadata(
  name: string,
  fetchJettons: MetadataSource['fetchJettons'],
  signal: AbortSignal,
): Promise<string> {
  const { jettons = [], invalid = [] } = await fetchJettons([CHECKED_JETTON], signal);
  const [jetton] = jettons;
  if (!jetton) return `${name}: no metadata of Tether USD`;
  const problem = invalid[0] === undefined ? '' : `, invalid: ${invalid[0].reason}`;
  return `${name}: metadata of Tether USD with ${jetton.decimals ?? 'unknown'} decimals${problem}`;
}
