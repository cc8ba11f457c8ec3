import { PopupButton } from '#web/components/controls/popup-button.tsx';
import { lazyWithRetry } from '#web/components/feedback/lazy-with-retry.tsx';

const QrCode = lazyWithRetry(async () => (await import('./qr-code.tsx')).QrCode);

/** The address for the camera of a phone. */
export function QrButton({ text }: { text: string }) {
  return (
    <PopupButton label="QR code" bare>
      <QrCode text={text} />
    </PopupButton>
  );
}
