/** Three dots, for a button that opens further actions. */
export function MoreIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
