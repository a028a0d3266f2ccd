import { Dialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { keepOpenOnFloatingParts, keepOwnEscape } from './dialog-parts.ts'
import { InDialog } from './InDialog.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type FullScreenProps = {
  /** Accessible name. */
  title: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A full-screen dialog, open while mounted: traps the focus, returns it, closes with Escape. */
export const FullScreen = ({ title, onClose, onKeyDown, children }: FullScreenProps) => {
  const focus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          onInteractOutside={keepOpenOnFloatingParts}
          onEscapeKeyDown={keepOwnEscape}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-40 flex animate-fade flex-col bg-page pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] text-text outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <InDialog value={true}>{children}</InDialog>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
