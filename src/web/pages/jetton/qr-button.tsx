import { lazy } from 'react';
import { PopupButton } from '#web/components/popup-button.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));

/** The address for the camera of a phone. */
export function QrButton({ text }: { text: string }) {
  return (
    <PopupButton label="QR code" bare>
      <QrCode text={text} />
    </PopupButton>
  );
}
