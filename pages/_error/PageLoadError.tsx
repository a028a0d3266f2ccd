import { RotateCw, TriangleAlert } from 'lucide-react'
import type { PageContext } from 'vike/types'
import { referenceOf } from '../../modules/shared/contract.ts'
import { Button, EmptyState, retryNavigation, useT } from '../../modules/web/ui.ts'
import { Reference } from './Reference.tsx'

/** Shown inside the app instead of a page that failed to load; replaced automatically when a retry succeeds. */
export const PageLoadError = ({ answer, isTooSlow }: NonNullable<PageContext['loadFailure']>) => {
  const t = useT()
  // While the database is away the server answers 503, and the page is asked for again.
  const id = answer?.status === 500 && answer.headers.get('x-request-id')
  const reference = id && referenceOf(id)
  const unreached = isTooSlow ? t('web:error.offline') : t('web:shell.pageLoadError.text')
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('web:shell.pageLoadError.title')}
        text={reference ? t('web:error.broken.text') : unreached}
        actions={
          <>
            <Button icon={RotateCw} onClick={retryNavigation}>
              {t('web:kit.retry')}
            </Button>
            {reference && (
              <div className="basis-full">
                <Reference text={reference} />
              </div>
            )}
          </>
        }
        className="py-24"
      />
    </div>
  )
}
