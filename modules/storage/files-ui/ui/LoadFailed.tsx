import { RotateCw } from 'lucide-react'
import { RetryButton, useT } from '../../../web/ui.ts'
import { apiErrorOf } from '../../tree/ui.ts'

/** Shown in place of a list that could not be loaded. */
export const LoadFailed = ({ error, retry }: { error: unknown; retry: () => unknown }) => {
  const t = useT()
  const { status, message } = apiErrorOf(error)
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
      <p className="text-14 text-pretty text-muted">
        {status === 0 ? t('storage:toast.offline') : message || t('storage:list.failed.text')}
      </p>
      <RetryButton icon={RotateCw} onRetry={retry} />
    </div>
  )
}
