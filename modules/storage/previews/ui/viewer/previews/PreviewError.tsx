import { CloudOff, Download, FileX2, Lock } from 'lucide-react'
import { Button, EmptyState, RetryButton, useT } from '../../../../../web/ui.ts'
import type { FetchError } from '../../../../tree/ui.ts'

const icons = { deleted: FileX2, forbidden: Lock, offline: CloudOff } as const

const kindOf = ({ status, message }: FetchError): keyof typeof icons =>
  // 422: the id in the URL is no UUID.
  status === 404 || status === 422 || (status === 410 && !message)
    ? 'deleted'
    : status === 401 || status === 403 || status === 410
      ? 'forbidden'
      : 'offline'

interface ProblemProps {
  status: number
  /** The server's own error message. */
  message?: string
  onRetry?: () => unknown
  onDownload?: (() => void) | undefined
}

/** Error of a file that could not be fetched; `status` 0 means no response. */
export const PreviewError = ({ status, message = '', onRetry, onDownload }: ProblemProps) => {
  const t = useT()
  const kind = kindOf({ status, message })
  return (
    <div role="alert" className="grid size-full place-items-center overflow-y-auto">
      <EmptyState
        icon={icons[kind]}
        title={t(`storage:viewer.problem.${kind}.title`)}
        text={message || t(`storage:viewer.problem.${kind}.text`)}
        actions={
          kind === 'offline' && (
            <>
              {onRetry && <RetryButton onRetry={onRetry} />}
              {onDownload && (
                <Button icon={Download} onClick={onDownload}>
                  {t('storage:menu.download')}
                </Button>
              )}
            </>
          )
        }
      />
    </div>
  )
}
