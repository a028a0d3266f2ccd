import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { FormEvent, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { cx } from '../cx.ts'
import { useFeedback } from '../feedback/FeedbackContext.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { InDialog } from './InDialog.ts'
import { frameClass, keepOpenFor, scrimClass } from './parts.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type PopupProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Under the title; also read out with it. */
  text?: ReactNode
  icon?: IconType
  children?: ReactNode
  /** Buttons; pinned to the bottom. */
  footer?: ReactNode
  /** Makes body and footer one form; the default action is prevented already. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Unsaved input: Escape, overlay and the close button ask first. */
  dirty?: boolean
  /** 490 px, or 680 px for the few that hold more. */
  width?: 'normal' | 'wide'
}

/** A dialog in the middle of the screen; the whole screen below 640 px. */
export const Popup = (props: PopupProps) => {
  const { open, onOpenChange, title, text, icon, children, footer, onSubmit, dirty = false, width = 'normal' } = props
  const t = useT()
  const feedback = useFeedback()
  const focus = useReturnFocus(open)
  const change = async (next: boolean) => {
    if (!next && dirty) {
      const discard = await feedback.confirm({
        title: t('web:kit.discard.title'),
        body: t('web:kit.discard.body'),
        confirmLabel: t('web:kit.discard.confirm'),
        danger: true,
      })
      if (!discard) return
    }
    onOpenChange(next)
  }
  const inside = (
    <InDialog value={true}>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-5 pt-1 pb-5">{children}</div>
      {footer && (
        <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] phone:*:grow">
          {footer}
        </footer>
      )}
    </InDialog>
  )
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          {...focus}
          {...(!text && { 'aria-describedby': undefined })}
          onInteractOutside={keepOpenFor}
          className={frameClass(
            cx(
              'inset-0 m-auto h-fit max-h-[calc(100dvh-4rem)] w-[calc(100vw-2rem)] animate-rise rounded-lg phone:max-h-none phone:h-dvh phone:w-full phone:rounded-none',
              width === 'wide' ? 'max-w-[680px]' : 'max-w-[490px]',
              'phone:max-w-none',
            ),
          )}
        >
          <header className="flex shrink-0 items-start gap-3 py-4 ps-5 pe-3">
            {icon && <Icon of={icon} size={20} className="mt-1 shrink-0 text-brand-text" />}
            <div className="min-w-0 grow pt-0.5">
              <Dialog.Title className="text-16 font-semibold break-words">{title}</Dialog.Title>
              {text && (
                <Dialog.Description className="mt-0.5 text-small text-pretty text-muted">{text}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton icon={X} size="sm" label={t('web:kit.close')} />
            </Dialog.Close>
          </header>
          {onSubmit ? (
            <form
              noValidate
              className="flex min-h-0 grow flex-col"
              onSubmit={(event) => {
                event.preventDefault()
                // React bubbles through portals: a popup opened from a form must not submit that form too.
                event.stopPropagation()
                onSubmit(event)
              }}
            >
              {inside}
            </form>
          ) : (
            inside
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
