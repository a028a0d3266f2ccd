import { RotateCw } from 'lucide-react'
import { Button, useT } from '../../../web/ui.ts'
import { apiErrorOf } from '../../tree/ui.ts'

/** Shown in place of a list that could not be loaded. */
export const LoadFailed = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const t = useT()
  const { status, message } = apiErrorOf(error)
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
      <p className="text-14 text-pretty text-muted">
        {status === 0 ? t('storage:toast.offline') : message || t('storage:list.failed.text')}
      </p>
      <Button icon={RotateCw} onClick={retry}>
        {t('web:kit.retry')}
      </Button>
    </div>
  )
}
