import type { MenuItem } from './types.ts'

/** The sign of a menu's line; its words for screen readers. */
export const MenuSign = ({ sign: { text, label } }: { sign: NonNullable<MenuItem['sign']> }) => (
  <span className="shrink-0 ps-4 text-muted">
    <span aria-hidden="true">{text}</span>
    <span className="sr-only">{label}</span>
  </span>
)
