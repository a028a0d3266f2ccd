import { DropdownMenu } from 'radix-ui'
import { type Ref, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusFallback, isFieldFocused } from '../dialogs/focus-fallback.ts'
import { useCloseOnBack } from '../dialogs/useCloseOnBack.ts'
import { recordOpener } from '../dialogs/useReturnFocus.ts'
import { MenuList, panelClass, panelStyle } from './MenuList.tsx'
import { entriesOf, type MenuEntries } from './types.ts'

/** A button, or a point of the window: the menu is positioned at it and returns the focus to it. */
export type MenuAnchor = Pick<HTMLElement, 'getBoundingClientRect' | 'focus'>

export type MenuPanelProps = {
  label: string
  items: MenuEntries
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<MenuAnchor | null>
  /** The element that had the focus before. */
  opener: RefObject<Element | null>
  modal: boolean
  align: 'start' | 'center' | 'end'
  side: 'top' | 'bottom' | 'left' | 'right'
  /** px between the anchor and the menu. */
  gap: number
}

/**
 * The floating panel of Menu and ContextMenu; without entries it stays closed. Its trigger is rendered by them, as it exists
 * before this code has loaded.
 */
export const MenuPanel = (props: MenuPanelProps) => {
  const { label, items, open, onOpenChange, anchor, opener, modal, align, side, gap } = props
  const shown = open && entriesOf(items).length > 0
  useCloseOnBack(() => onOpenChange(false), { open: shown })
  useEffect(() => {
    if (open && !shown) onOpenChange(false)
  })
  return (
    <DropdownMenu.Root open={shown} onOpenChange={onOpenChange} modal={modal}>
      {shown && (
        <DropdownMenu.Trigger asChild>
          <TriggerProxy anchor={anchor} />
        </DropdownMenu.Trigger>
      )}
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={(node) => {
            if (node) recordOpener(node, opener.current)
          }}
          onCloseAutoFocus={(event) => {
            const taken = isFieldFocused()
            if (opener.current?.isConnected && !taken) return
            event.preventDefault()
            if (!taken) focusFallback()
          }}
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          side={side}
          sideOffset={gap}
          collisionPadding={8}
          className={panelClass}
          style={panelStyle}
        >
          <Entries items={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Passes the real button to Radix as the trigger. */
const TriggerProxy = ({ anchor, ref }: { anchor: RefObject<MenuAnchor | null>; ref?: Ref<MenuAnchor> }) => {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(anchor.current)
    else if (ref) ref.current = anchor.current
  })
  return null
}

/** Mounted when the menu opens: only then is a function of entries called. */
const Entries = ({ items }: { items: MenuEntries }) => {
  const start = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    // A menu opened by a key focuses its first item, also when this code loaded after the key press.
    if (document.documentElement.dataset.input !== 'keys') return
    const menu = start.current?.closest('[role=menu]')
    const timer = setTimeout(() => {
      if (document.activeElement === menu) menu?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <span ref={start} hidden />
      <MenuList entries={entriesOf(items)} parts={DropdownMenu} />
    </>
  )
}
