import type { IconType } from './types.ts'

/** An icon at the kit's stroke; hidden from screen readers, as the control beside it carries the name. */
export const Icon = ({ of: Drawing, size = 16, className }: { of: IconType; size?: number; className?: string }) => (
  <Drawing size={size} strokeWidth={1.75} className={className} aria-hidden="true" focusable="false" />
)
