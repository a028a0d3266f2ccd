import { ContextMenu as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { usePhone } from '../useMedia.ts'
import { MenuList, panelClass } from './MenuList.tsx'
import { entriesOf, type MenuEntries } from './types.ts'

export type ContextMenuProps = {
  label: string
  items: MenuEntries
  /** One element that passes its ref and props on; wrap a whole list once rather than each row. */
  children: ReactElement
  onOpenChange?: (open: boolean) => void
}

/** Right click, Shift+F10 or the menu key. Off on phones, where a long press selects. */
export const ContextMenu = ({ label, items, children, onOpenChange }: ContextMenuProps) => {
  const phone = usePhone()
  return (
    <Radix.Root onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild disabled={phone}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          collisionPadding={8}
          className={panelClass}
          style={{ '--available': 'var(--radix-context-menu-content-available-height)' }}
        >
          <MenuList entries={entriesOf(items)} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
