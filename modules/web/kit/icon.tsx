import type { IconType } from './types.ts'

/** An icon with the kit's stroke width; hidden from screen readers, as its control has the accessible name. */
export const Icon = ({ of: Component, size = 16, className }: { of: IconType; size?: number; className?: string }) => (
  <Component size={size} strokeWidth={1.75} className={className} aria-hidden="true" focusable="false" />
)
