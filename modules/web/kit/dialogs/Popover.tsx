import { Popover as Primitive } from 'radix-ui'
import { type ReactElement, type ReactNode, use } from 'react'
import { Slotted } from '../menus/Slotted.tsx'
import { usePhone } from '../useMedia.ts'
import { InDialog } from './InDialog.ts'
import { Sheet } from './Sheet.ts'

export type PopoverProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the panel. */
  label: string
  /** The trigger: a button. */
  trigger: ReactElement<object>
  children: ReactNode
}

/** A panel of controls below a button, 320 px wide; a bottom sheet on phones. Focuses `data-autofocus` when it opens. */
export const Popover = ({ open, onOpenChange, label, trigger, children }: PopoverProps) => {
  const phone = usePhone()
  const modal = use(InDialog)
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
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
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
