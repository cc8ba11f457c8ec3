import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';

const QrCode = lazyWithRetry(async () => (await import('./qr-code.tsx')).QrCode);

/** Shows the address as a QR code. */
export function QrButton({ text }: { text: string }) {
  return (
    <PopupButton label="QR code" bare>
      <QrCode text={text} />
    </PopupButton>
  );
}
