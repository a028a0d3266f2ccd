import { Popover as Primitive } from 'radix-ui'
import type { ReactElement, ReactNode, SyntheticEvent } from 'react'
import { Slotted } from '../menus/Slotted.tsx'
import { usePhone } from '../useMedia.ts'
import { Sheet } from './Sheet.ts'
import { useCloseOnBack } from './useCloseOnBack.ts'

export type PopoverProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the panel. */
  label: string
  /** The trigger: a button. */
  trigger: ReactElement<object>
  children: ReactNode
}

/** A dialog below prevents scrolling outside of itself, at the document: the panel scrolls all the same. */
const keepScrolling = (event: SyntheticEvent) => event.stopPropagation()

/**
 * A panel of controls below a button, 320 px wide; a bottom sheet on phones. Focuses `data-autofocus` when it opens. A click
 * outside closes it and reaches the clicked element; on a dialog's scrim it only closes the panel.
 */
export const Popover = ({ open, onOpenChange, label, trigger, children }: PopoverProps) => {
  const phone = usePhone()
  useCloseOnBack(() => onOpenChange(false), { open: open && !phone })
  if (phone)
    return (
      <>
        <Slotted onClick={() => onOpenChange(true)} aria-haspopup="dialog" aria-expanded={open}>
          {trigger}
        </Slotted>
        <Sheet title={label} open={open} onOpenChange={onOpenChange}>
          <div className="px-5 pb-5">{children}</div>
        </Sheet>
      </>
    )
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          data-panel
          onWheel={keepScrolling}
          onTouchMove={keepScrolling}
          onOpenAutoFocus={(event) => {
            const panel = event.currentTarget as HTMLElement
            const target = panel.querySelector<HTMLElement>('[data-autofocus]')
            if (!target) return
            event.preventDefault()
            target.focus()
          }}
          className="z-60 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-pop overflow-y-auto rounded-md bg-raised p-4 text-text shadow-float outline-none"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
