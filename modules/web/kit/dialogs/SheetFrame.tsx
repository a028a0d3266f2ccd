import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { dialogFrameClass, keepOpenOnFloatingParts, keepOwnEscape, scrimClass } from './dialog-parts.ts'
import { InDialog } from './InDialog.ts'
import { useCloseOnBack } from './useCloseOnBack.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name; visible unless `header` replaces it. */
  title: string
  /** Replaces the visible title. */
  header?: ReactNode
  /** Before the title, e.g. a back button. */
  leading?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** From the bottom (phones), or from the start or end edge (drawers). */
  side?: 'bottom' | 'start' | 'end'
  /** Called after it has closed and the focus has returned. */
  onClosed?: () => void
}

const sides = {
  bottom:
    'inset-x-0 bottom-0 mx-auto max-h-[85dvh] max-w-xl animate-sheet rounded-t-lg pb-[env(safe-area-inset-bottom)]',
  start: 'inset-y-0 start-0 w-[min(20rem,85vw)] animate-fade ps-[env(safe-area-inset-left)]',
  end: 'inset-y-0 end-0 w-[min(22.5rem,100vw)] animate-fade pe-[env(safe-area-inset-right)]',
}

/** The open sheet. */
export const SheetFrame = (props: SheetProps) => {
  const { open, onOpenChange, title, header, leading, children, footer, side = 'bottom', onClosed } = props
  const t = useT()
  const focus = useReturnFocus({ open, onClosed })
  useCloseOnBack(() => onOpenChange(false), { open })
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          onInteractOutside={keepOpenOnFloatingParts}
          onEscapeKeyDown={keepOwnEscape}
          className={dialogFrameClass(sides[side])}
        >
          <header className="flex shrink-0 items-center gap-2 py-3 ps-5 pe-3">
            {leading && <span className="-ms-2">{leading}</span>}
            <div className="min-w-0 grow">
              <Dialog.Title className={header ? 'sr-only' : 'truncate text-16 font-semibold'}>{title}</Dialog.Title>
              {header}
            </div>
            <Dialog.Close asChild>
              <IconButton icon={X} label={t('web:kit.close')} />
            </Dialog.Close>
          </header>
          <InDialog value={true}>
            <div className="min-h-0 grow scroll-py-2 overflow-y-auto overscroll-contain">{children}</div>
          </InDialog>
          {footer && <footer className="flex shrink-0 gap-2 border-t border-line p-4 *:grow">{footer}</footer>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
