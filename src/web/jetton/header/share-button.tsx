import { Button } from '#web/kit/controls/button.tsx';
import { useCopy } from '#web/kit/controls/copyable-text.tsx';

/** Copies the link to the current page. */
export function ShareButton() {
  const { isCopied, copy } = useCopy();
  const message = isCopied === undefined ? '' : isCopied ? 'Link copied' : 'Copy from the address bar';
  return (
    <>
      <Button title="Copy link to this page" onClick={() => void copy(location.href)}>
        {message || 'Share'}
      </Button>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}
