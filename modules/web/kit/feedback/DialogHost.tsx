import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../buttons/Button.tsx'
import { frameClass, scrimClass } from '../dialogs/parts.ts'
import { useReturnFocus } from '../dialogs/useReturnFocus.ts'
import { CopyButton } from '../fields/CopyField.tsx'
import { Spinner } from '../status/Spinner.tsx'
import { useFeedback } from './FeedbackContext.ts'
import type { DialogEntry, Feedback } from './feedback.ts'

/** Shows the confirms, alerts and processing boxes that the feedback store holds. */
export const DialogHost = () => {
  const feedback = useFeedback()
  const { dialogs } = useSnapshot(feedback.state)
  return (dialogs as readonly DialogEntry[]).map((entry) => <Entry key={entry.id} entry={entry} feedback={feedback} />)
}

const Entry = ({ entry, feedback }: { entry: DialogEntry; feedback: Feedback }) => {
  const t = useT()
  const { kind, input, id } = entry
  if (kind === 'processing') {
    return (
      <Frame
        title={input.title}
        body={input.body}
        leading={<Spinner size={20} className="mt-0.5" />}
        onClose={() => {}}
      />
    )
  }
  const close = () => feedback.answer(id, false)
  if (kind === 'alert') {
    return (
      <Frame
        title={input.title}
        body={input.body}
        onClose={close}
        extra={
          input.code && (
            <div className="mt-3 flex items-center gap-2 rounded-sm bg-n3 py-1 ps-3 pe-1 dark:bg-page">
              <code className="min-w-0 grow truncate font-mono text-12 text-muted">{input.code}</code>
              <CopyButton size="sm" variant="quiet" text={input.code} />
            </div>
          )
        }
      >
        <AlertDialog.Cancel asChild>
          <Button variant="solid">{input.closeLabel ?? t('web:kit.ok')}</Button>
        </AlertDialog.Cancel>
      </Frame>
    )
  }
  return (
    <Frame title={input.title} body={input.body} onClose={close}>
      <AlertDialog.Cancel asChild>
        <Button>{input.cancelLabel ?? t('web:kit.cancel')}</Button>
      </AlertDialog.Cancel>
      <Button variant={input.danger ? 'danger-solid' : 'solid'} onClick={() => feedback.answer(id, true)}>
        {input.confirmLabel}
      </Button>
    </Frame>
  )
}

type FrameProps = {
  title: string
  body?: ReactNode
  leading?: ReactNode
  extra?: ReactNode
  /** Buttons. */
  children?: ReactNode
  onClose: () => void
}

const Frame = ({ title, body, leading, extra, children, onClose }: FrameProps) => (
  <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={scrimClass} />
      <AlertDialog.Content
        {...useReturnFocus()}
        {...(!body && { 'aria-describedby': undefined })}
        className={frameClass('inset-0 m-auto h-fit w-[calc(100vw-2rem)] max-w-100 animate-pop rounded-lg p-5')}
      >
        <div className="flex gap-3">
          {leading}
          <div className="min-w-0 grow">
            <AlertDialog.Title className="text-16 font-semibold break-words">{title}</AlertDialog.Title>
            {body && (
              <AlertDialog.Description asChild>
                <div className="mt-1 text-body text-pretty break-words text-muted">{body}</div>
              </AlertDialog.Description>
            )}
            {extra}
          </div>
        </div>
        {children && <div className="mt-5 flex flex-wrap justify-end gap-2 phone:*:grow">{children}</div>}
      </AlertDialog.Content>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
