import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { keepOpenOnFloatingParts } from './dialog-parts.ts'
import { InDialog } from './InDialog.ts'
import { useCloseOnBack } from './useCloseOnBack.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type FlyoutProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the panel. */
  label: string
  /** The control that opened it: a click there is not an outside click. */
  anchor: HTMLElement | null
  children: ReactNode
}

/** The open panel, 360 px wide. */
export const FlyoutFrame = ({ open, onOpenChange, label, anchor, children }: FlyoutProps) => {
  const focus = useReturnFocus({ open })
  useCloseOnBack(() => onOpenChange(false), { open })
  const rtl = document.documentElement.dir === 'rtl'
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          {...focus}
          aria-label={label}
          side={rtl ? 'left' : 'right'}
          align="start"
          sideOffset={14}
          collisionPadding={8}
          onInteractOutside={(event) => {
            keepOpenOnFloatingParts(event)
            if (event.target instanceof Node && anchor?.contains(event.target)) event.preventDefault()
          }}
          className="z-50 flex max-h-[min(40rem,var(--radix-popover-content-available-height))] w-90 max-w-[calc(100vw-1rem)] animate-fade flex-col overflow-hidden rounded-lg border border-line bg-raised text-text shadow-dialog outline-none"
        >
          <InDialog value={true}>{children}</InDialog>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
