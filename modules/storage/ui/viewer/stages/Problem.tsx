import { CloudOff, FileX2, Lock } from 'lucide-react'
import { Button, EmptyState, useT } from '../../../../web/ui.ts'

const signs = { gone: FileX2, refused: Lock, offline: CloudOff } as const

const kindOf = (status: number): keyof typeof signs =>
  status === 404 || status === 410 ? 'gone' : status === 401 || status === 403 ? 'refused' : 'offline'

/** A file that could not be had, in plain words; `status` 0: no answer. */
export const Problem = ({ status, onRetry }: { status: number; onRetry?: () => void }) => {
  const t = useT()
  const kind = kindOf(status)
  return (
    <div role="alert" className="grid size-full place-items-center overflow-y-auto">
      <EmptyState
        icon={signs[kind]}
        title={t(`storage:viewer.problem.${kind}.title`)}
        text={t(`storage:viewer.problem.${kind}.text`)}
        actions={kind === 'offline' && onRetry && <Button onClick={onRetry}>{t('web:shell.pane.retry')}</Button>}
      />
    </div>
  )
}
