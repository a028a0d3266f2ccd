import { Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, EmptyState, ErrorBoundary, lazyComponent, Spinner, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { downloadItem } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'

export const LazyFilesViewer = lazyComponent(() => import('./FilesViewer.tsx').then((module) => module.FilesViewer))

/** Mounts the viewer while a file is shown. A frame stands in for its code, also when it cannot be loaded, and during SSR. */
export const ViewerMount = () => {
  const { viewer, actions } = useFiles()
  const t = useT()
  const { id, item } = useSnapshot(viewer.state)
  /** The file that was to be shown when the code could not be loaded. */
  const [failed, setFailed] = useState<string | null>(null)
  if (!id) return null
  const file = item as Item | null
  const isFailed = failed === id
  return (
    <ErrorBoundary resetKey={id}>
      <div className="fixed inset-0 z-40 flex flex-col bg-page" aria-busy={!isFailed}>
        <p className="flex h-14 shrink-0 items-center border-b border-line bg-surface px-5 text-14 font-medium">
          {file?.attributes.name}
        </p>
        <div className="grid grow place-items-center">
          {isFailed ? (
            <div role="alert">
              <EmptyState
                icon={TriangleAlert}
                title={t('storage:viewer.problem.offline.title')}
                text={t('storage:viewer.problem.offline.text')}
                actions={
                  <>
                    <Button onClick={() => setFailed(null)}>{t('web:kit.retry')}</Button>
                    {file && (
                      <Button icon={Download} onClick={() => actions.permitted('download', file) && downloadItem(file)}>
                        {t('storage:menu.download')}
                      </Button>
                    )}
                    <Button onClick={viewer.close}>{t('web:kit.close')}</Button>
                  </>
                }
              />
            </div>
          ) : (
            <Spinner label={t('storage:viewer.loading')} />
          )}
        </div>
      </div>
      {!isFailed && <LazyFilesViewer onNotLoaded={() => setFailed(id)} />}
    </ErrorBoundary>
  )
}
