import { ContextMenu as Radix } from 'radix-ui'
import { type ReactElement, useRef } from 'react'
import { rememberOpener } from '../dialogs/useReturnFocus.ts'
import { usePhone } from '../useMedia.ts'
import { MenuList, panelClass, panelStyle } from './MenuList.tsx'
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
  const opener = useRef<Element | null>(null)
  const change = (open: boolean) => {
    if (open) opener.current = document.activeElement
    onOpenChange?.(open)
  }
  return (
    <Radix.Root onOpenChange={change} modal={false}>
      <Radix.Trigger asChild disabled={phone}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={(node) => {
            if (node) rememberOpener(node, opener.current)
          }}
          aria-label={label}
          collisionPadding={8}
          className={panelClass}
          style={panelStyle}
        >
          <Lines items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Mounted when the menu opens: only then is a function of entries asked. */
const Lines = ({ items }: { items: MenuEntries }) => <MenuList entries={entriesOf(items)} parts={Radix} />
