import { Dialog } from 'radix-ui'
import { type ReactNode, Suspense, use } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../buttons/Button.tsx'
import { dialogFrameClass, scrimClass } from '../dialogs/dialog-parts.ts'
import { useCloseOnBack } from '../dialogs/useCloseOnBack.ts'
import { useReturnFocus } from '../dialogs/useReturnFocus.ts'
import { CopyButton } from '../fields/CopyField.tsx'
import { Skeleton } from '../status/Skeleton.tsx'
import { Spinner } from '../status/Spinner.tsx'
import type { DialogEntry as Entry, Feedback } from './feedback.ts'

/** One confirm, alert or processing dialog. */
const DialogEntry = ({ entry, feedback }: { entry: Entry; feedback: Feedback }) => {
  const t = useT()
  const { kind, input, id } = entry
  if (kind === 'processing') {
    return <Frame title={input.title} body={input.body} leading={<Spinner size={20} className="mt-0.5" />} />
  }
  const close = () => feedback.answer(id, false)
  if (kind === 'alert') {
    return (
      <Frame title={input.title} body={input.body} code={input.code} onClose={close}>
        <Button variant="solid" data-autofocus onClick={close}>
          {input.closeLabel ?? t('web:kit.ok')}
        </Button>
      </Frame>
    )
  }
  return (
    <Frame title={input.title} body={input.body} onClose={close}>
      <Button data-autofocus onClick={close}>
        {input.cancelLabel ?? t('web:kit.cancel')}
      </Button>
      <Button variant={input.danger ? 'danger-solid' : 'solid'} onClick={() => feedback.answer(id, true)}>
        {input.confirmLabel}
      </Button>
    </Frame>
  )
}

export default DialogEntry

const LateBody = ({ of }: { of: Promise<ReactNode> }) => (
  <Suspense fallback={<Skeleton shape="text" count={2} />}>
    <Resolved of={of} />
  </Suspense>
)

const Resolved = ({ of }: { of: Promise<ReactNode> }) => use(of)

type FrameProps = {
  title: string
  body?: ReactNode
  leading?: ReactNode
  /** Reference code, shown with a copy button. */
  code?: string
  /** Buttons. */
  children?: ReactNode
  /** Called on Escape; without it only code can close the dialog. */
  onClose?: () => void
}

const Frame = ({ title, body, leading, code, children, onClose }: FrameProps) => {
  const focus = useReturnFocus()
  useCloseOnBack(() => onClose?.(), { open: onClose !== undefined })
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          {...focus}
          {...(!body && { 'aria-describedby': undefined })}
          role="alertdialog"
          // A confirm needs an answer: an outside click is none.
          onInteractOutside={(event) => event.preventDefault()}
          className={dialogFrameClass('inset-0 m-auto h-fit w-[calc(100vw-2rem)] max-w-100 animate-pop rounded-lg p-5')}
        >
          <div className="flex gap-3">
            {leading}
            <div className="min-w-0 grow">
              <Dialog.Title className="text-16 font-semibold break-words">{title}</Dialog.Title>
              {body && (
                <Dialog.Description asChild>
                  <div
                    className="mt-1 text-body text-pretty break-words text-muted"
                    {...(body instanceof Promise && { 'aria-live': 'polite' })}
                  >
                    {body instanceof Promise ? <LateBody of={body} /> : body}
                  </div>
                </Dialog.Description>
              )}
              {code && (
                <div className="mt-3 flex items-center gap-2 rounded-sm bg-n3 py-1 ps-3 pe-1 dark:bg-page">
                  <code className="min-w-0 grow truncate font-mono text-12 text-muted">{code}</code>
                  <CopyButton size="sm" variant="quiet" text={code} />
                </div>
              )}
            </div>
          </div>
          {children && <div className="mt-5 flex flex-wrap justify-end gap-2 phone:*:grow">{children}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
