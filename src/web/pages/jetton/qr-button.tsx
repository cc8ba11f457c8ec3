import { latePart } from '#web/components/late-part.tsx';
import { PopupButton } from '#web/components/popup-button.tsx';

const QrCode = latePart(async () => (await import('./qr-code.tsx')).QrCode);

/** The address for the camera of a phone. */
export function QrButton({ text }: { text: string }) {
  return (
    <PopupButton label="QR code" bare>
      <QrCode text={text} />
    </PopupButton>
  );
}
