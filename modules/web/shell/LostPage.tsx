import { RotateCw, TriangleAlert } from 'lucide-react'
import { useT } from '../i18n/use-t.ts'
import { Button, EmptyState } from '../kit/index.ts'
import { retryNavigation } from './navigation.ts'

/** In place of a page that could not be fetched; goes by itself when it can be. */
export const LostPage = () => {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('web:shell.lost.title')}
        text={t('web:shell.lost.text')}
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
