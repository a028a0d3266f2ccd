import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactElement, use, useRef, useState } from 'react'
import { InDialog } from '../dialogs/InDialog.ts'
import { usePrefetch } from '../lazy-component.tsx'
import { usePhone } from '../useMedia.ts'
import { LazyMenuPanel } from './LazyMenuPanel.ts'
import { MenuSheet } from './MenuSheet.ts'
import { Slotted } from './Slotted.tsx'
import type { MenuEntries } from './types.ts'
import { type LazyEntries, prefetched, WithEntries } from './WithEntries.tsx'

export type MenuProps = {
  /** Accessible name. */
  label: string
  items: MenuEntries | LazyEntries
  /** The trigger: Button or IconButton. */
  children: ReactElement<object>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  onOpenChange?: (open: boolean) => void
}

const openingKeys = ['Enter', ' ', 'ArrowDown']

/** A dropdown menu; a bottom sheet on phones. */
export const Menu = ({ label, items, children, align = 'start', side = 'bottom', onOpenChange }: MenuProps) => {
  const phone = usePhone()
  const modal = use(InDialog)
  const button = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const [hovered, setHovered] = useState(false)
  usePrefetch(phone ? MenuSheet : LazyMenuPanel, ...prefetched(items))
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const onHover = () => setHovered(true)
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return
    // The menu receives the focus.
    if (!open) event.preventDefault()
    change(!open)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return
    event.preventDefault()
    change(true)
  }
  // Neither pointer nor key: the “activate” command of a screen reader.
  const onClick = (event: MouseEvent) => {
    if (event.detail === 0 && event.isTrusted) change(true)
  }
  const triggers = phone
    ? ({ onClick: () => change(true), 'aria-haspopup': 'dialog' } as const)
    : ({
        onPointerEnter: onHover,
        onFocus: onHover,
        onPointerDown,
        onKeyDown,
        onClick,
        'aria-haspopup': 'menu',
      } as const)
  return (
    <>
      <Slotted ref={button} {...triggers} aria-expanded={open}>
        {children}
      </Slotted>
      <WithEntries items={items} wanted={hovered || open}>
        {(entries) =>
          phone ? (
            <MenuSheet title={label} items={entries} open={open} onOpenChange={change} />
          ) : (
            <LazyMenuPanel
              label={label}
              items={entries}
              open={open}
              modal={modal}
              align={align}
              side={side}
              gap={4}
              anchor={button}
              opener={button}
              onOpenChange={change}
            />
          )
        }
      </WithEntries>
    </>
  )
}
