import { Dialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { frameClass, keepOpenFor, scrimClass } from './parts.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type PaletteProps = {
  onClose: () => void
  /** What the dialog is called; not shown. */
  title: string
  /** Escape, before it closes: true says that it was used for something else. */
  onEscape: () => boolean
  onKeyDown?: (event: KeyboardEvent) => void
  /** After the focus has gone back. */
  onClosed?: () => void
  children: ReactNode
}

/** An open dialog near the top of the screen, 576 px wide; the whole screen below 640 px. Its content brings its own header. */
export const Palette = ({ onClose, title, onEscape, onKeyDown, onClosed, children }: PaletteProps) => {
  const focus = useReturnFocus(true, onClosed)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          onInteractOutside={keepOpenFor}
          onEscapeKeyDown={(event) => onEscape() && event.preventDefault()}
          onKeyDown={onKeyDown}
          className={frameClass(
            cx(
              'inset-x-0 top-8 mx-auto max-h-[calc(100dvh-4rem)] w-[calc(100vw-2rem)] max-w-xl animate-rise overflow-hidden rounded-lg 2xl:top-20 2xl:max-h-[calc(100dvh-10rem)]',
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
