import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentPropsWithRef, FormEvent, ReactNode } from 'react'
import { useAskDiscard, useUnsavedInput } from '../../client/use-unsaved-input.ts'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { dialogFrameClass, keepOpenOnFloatingParts, keepOwnEscape, scrimClass } from './dialog-parts.ts'
import { InDialog } from './InDialog.ts'
import { useCloseOnBack } from './useCloseOnBack.ts'
import { useReturnFocus } from './useReturnFocus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Below the title; the dialog's description for screen readers. */
  text?: ReactNode
  icon?: IconType
  children?: ReactNode
  /** Buttons; pinned to the bottom. */
  footer?: ReactNode
  /** Wraps body and footer in a form; the default action is already prevented. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void | Promise<void>
  /** Wraps body and footer in a form with these attributes, which `useForm` makes. */
  form?: ComponentPropsWithRef<'form'>
  /** Unsaved input: Escape, overlay, the close button and leaving the page ask for confirmation, by the question given. */
  dirty?: boolean | { title: string; body: string; confirmLabel: string }
  /** 490 px or 680 px. */
  width?: 'normal' | 'wide'
  /** With little content: does not fill the screen of a phone. */
  small?: boolean
}

/** Below 640 px, above the screen keyboard when small. */
const phoneFrame = {
  full: 'phone:max-h-none phone:h-dvh phone:w-full phone:max-w-none phone:rounded-none',
  small: 'phone:mt-[12dvh] phone:max-h-[80dvh]',
}

/** Makes a button of the footer close the dialog as its own close button does: it asks when there is unsaved input. */
export const DialogClose = ({ children }: { children: ReactNode }) => (
  <Primitive.Close asChild>{children}</Primitive.Close>
)

/** Focuses the first field that the submit has rejected: nothing else reads its error out. */
const focusRejected = async (form: HTMLFormElement, submit: void | Promise<void>): Promise<void> => {
  await submit
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** A centered modal dialog; full screen below 640 px. */
export const Dialog = (props: DialogProps) => {
  const {
    open,
    onOpenChange,
    title,
    text,
    icon,
    children,
    footer,
    form,
    dirty = false,
    width = 'normal',
    small,
  } = props
  const onSubmit = form?.onSubmit ?? props.onSubmit
  const t = useT()
  const askDiscard = useAskDiscard()
  const focus = useReturnFocus({ open })
  useUnsavedInput(() => (dirty ? 'unsaved' : 'saved'), { isWatched: open })
  const requestChange = async (next: boolean) => {
    if (!next && dirty && !(await askDiscard(dirty === true ? undefined : dirty))) return
    onOpenChange(next)
  }
  useCloseOnBack(() => onOpenChange(false), {
    open,
    onGesture: () => void requestChange(false),
    hasInput: Boolean(dirty) || form !== undefined,
  })
  const content = (
    <InDialog value={true}>
      <div className="min-h-0 grow scroll-py-2 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">{children}</div>
      {footer && (
        <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] phone:*:grow">
          {footer}
        </footer>
      )}
    </InDialog>
  )
  return (
    <Primitive.Root open={open} onOpenChange={requestChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={scrimClass} />
        <Primitive.Content
          {...focus}
          {...(!text && { 'aria-describedby': undefined })}
          onInteractOutside={keepOpenOnFloatingParts}
          onEscapeKeyDown={keepOwnEscape}
          className={dialogFrameClass(
            cx(
              'inset-0 m-auto h-fit max-h-[calc(100dvh-4rem)] w-[calc(100vw-2rem)] animate-rise rounded-lg',
              width === 'wide' ? 'max-w-[680px]' : 'max-w-[490px]',
              phoneFrame[small ? 'small' : 'full'],
            ),
          )}
        >
          {/* The first line of the title is level with the close button, which is higher on touch screens. */}
          <header className="flex shrink-0 items-start gap-3 py-4 ps-5 pe-3 pointer-coarse:py-3">
            {icon && <Icon of={icon} size={20} className="mt-1.5 shrink-0 text-brand-text pointer-coarse:mt-2.5" />}
            <div className="min-w-0 grow pt-1 pointer-coarse:pt-2">
              <Primitive.Title className="text-16 font-semibold break-words">{title}</Primitive.Title>
              {text && (
                <Primitive.Description className="mt-0.5 text-small text-pretty text-muted">
                  {text}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton icon={X} size="sm" label={t('web:kit.close')} />
            </Primitive.Close>
          </header>
          {onSubmit ? (
            <form
              noValidate
              {...form}
              className="flex min-h-0 grow flex-col"
              onSubmit={(event) => {
                event.preventDefault()
                // React events bubble through portals: a dialog opened from a form must not submit that form too.
                event.stopPropagation()
                void focusRejected(event.currentTarget, onSubmit(event))
              }}
            >
              {content}
            </form>
          ) : (
            content
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
