import { DropdownMenu } from 'radix-ui'
import { type ReactElement, use, useState } from 'react'
import { InDialog } from '../dialogs/InDialog.ts'
import { usePhone } from '../useMedia.ts'
import { MenuList, panelClass, panelStyle } from './MenuList.tsx'
import { MenuSheet } from './MenuSheet.tsx'
import { Slotted } from './Slotted.tsx'
import { entriesOf, type MenuEntries } from './types.ts'

export type MenuProps = {
  /** Names the menu. */
  label: string
  items: MenuEntries
  /** The button: Button or IconButton. */
  children: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean }>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  onOpenChange?: (open: boolean) => void
}

/** A button's menu; a bottom sheet on phones. */
export const Menu = ({ label, items, children, align = 'start', side = 'bottom', onOpenChange }: MenuProps) => {
  const phone = usePhone()
  const modal = use(InDialog)
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  if (phone) {
    return (
      <>
        <Slotted onClick={() => change(true)} aria-haspopup="dialog" aria-expanded={open}>
          {children}
        </Slotted>
        <MenuSheet title={label} items={items} open={open} onOpenChange={change} />
      </>
    )
  }
  return (
    <DropdownMenu.Root open={open} onOpenChange={change} modal={modal}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={panelClass}
          style={panelStyle}
        >
          <MenuList entries={entriesOf(items)} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
