import { Dialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { dialogFrameClass, keepOpenOnFloatingParts, scrimClass } from './dialog-parts.ts'
import { useCloseOnBack } from './useCloseOnBack.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type CommandDialogProps = {
  onClose: () => void
  /** Accessible name; not visible. */
  title: string
  /** 768 px, for a preview beside the list; else 576 px. */
  wide?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  /** Called after the focus has returned. */
  onClosed?: () => void
  children: ReactNode
}

/**
 * An open command dialog near the top of the screen; full screen below 640 px. Escape closes it at once. The content has its
 * own header.
 */
export const CommandDialog = ({ onClose, title, wide, onKeyDown, onClosed, children }: CommandDialogProps) => {
  const focus = useReturnFocus({ onClosed })
  useCloseOnBack(onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          onInteractOutside={keepOpenOnFloatingParts}
          onKeyDown={onKeyDown}
          className={dialogFrameClass(
            cx(
              'inset-x-0 top-8 mx-auto max-h-[calc(100dvh-4rem)] w-[calc(100vw-2rem)] animate-rise overflow-hidden rounded-lg 2xl:top-20 2xl:max-h-[calc(100dvh-10rem)]',
              wide ? 'max-w-3xl' : 'max-w-xl',
              'phone:top-0 phone:h-dvh phone:max-h-none phone:w-full phone:max-w-none phone:rounded-none',
            ),
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
