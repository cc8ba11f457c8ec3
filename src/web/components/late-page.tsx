import { type ComponentType, type ReactNode, useState } from 'react';
import { LatePlace, latePart } from './late-part.tsx';

/** What the router can have loaded before it shows it. */
interface Preloadable {
  (): ReactNode;
  readonly preload: () => Promise<void>;
}

/** A whole page whose code comes when a link to it is looked at or followed; told as other parts are where it does not. */
export function latePage(load: () => Promise<ComponentType>): Preloadable {
  let come: ComponentType | undefined;
  const keep = async () => {
    come = await load();
    return come;
  };
  const Late = latePart(keep);
  // Where it does not come, drawing it asks again, and tells.
  const preload = () => keep().then(ignore, ignore);
  return Object.assign(() => <Shown come={() => come} Late={Late} />, { preload });
}

function ignore(): void {}

interface Props {
  readonly come: () => ComponentType | undefined;
  readonly Late: ComponentType;
}

/** What is there already is drawn at once; what was waited for is not drawn anew for having come. */
function Shown({ come, Late }: Props) {
  const [Ready] = useState(come);
  if (Ready) return <Ready />;
  return (
    <LatePlace>
      <Late />
    </LatePlace>
  );
}
