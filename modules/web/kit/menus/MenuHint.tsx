import type { MenuItem } from './types.ts'

/** The hint at the end of a menu item, with its label for screen readers. */
export const MenuHint = ({ hint: { text, label } }: { hint: NonNullable<MenuItem['hint']> }) => (
  <span className="shrink-0 ps-4 text-muted">
    <span aria-hidden="true">{text}</span>
    <span className="sr-only">{label}</span>
  </span>
)
