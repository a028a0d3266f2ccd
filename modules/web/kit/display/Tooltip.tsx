import type { ReactElement } from 'react'
import { Slotted } from '../menus/Slotted.tsx'

/**
 * A hint on any one element, e.g. the exact time on a relative one. Only for what is reachable anyway or is not
 * essential; IconButton has its own.
 */
export const Tooltip = ({ label, keys, children }: { label: string; keys?: string; children: ReactElement }) => (
  <Slotted data-tip={label} data-tip-keys={keys} aria-description={label}>
    {children}
  </Slotted>
)
