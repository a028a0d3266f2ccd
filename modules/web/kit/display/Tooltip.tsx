import type { ReactElement } from 'react'
import { Slotted } from '../menus/Slotted.tsx'

/**
 * A tooltip on one element, e.g. the exact time on a relative one. Only for information that is available elsewhere or
 * not essential; IconButton has its own.
 */
export const Tooltip = ({ label, keys, children }: { label: string; keys?: string; children: ReactElement }) => (
  <Slotted data-tip={label} data-tip-keys={keys} aria-description={label}>
    {children}
  </Slotted>
)
