import { RotateCw, TriangleAlert } from 'lucide-react'
import { useT } from '../i18n/use-t.ts'
import { Button, EmptyState } from '../kit/index.ts'
import { retryNavigation } from './navigation.ts'

/** Shown instead of a page that failed to load; replaced automatically when a retry succeeds. */
export const PageLoadError = () => {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('web:shell.pageLoadError.title')}
        text={t('web:shell.pageLoadError.text')}
        actions={
          <Button icon={RotateCw} onClick={retryNavigation}>
            {t('web:kit.retry')}
          </Button>
        }
        className="py-24"
      />
    </div>
  )
}
