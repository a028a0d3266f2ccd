import { useSnapshot } from 'valtio'
import { ErrorBoundary, lazyComponent, Spinner, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

export const LazyFilesViewer = lazyComponent(() => import('./FilesViewer.tsx').then((module) => module.FilesViewer))

/** Mounts the viewer while a file is shown. An empty frame stands in for its code and during SSR. */
export const ViewerMount = () => {
  const { viewer } = useFiles()
  const t = useT()
  const { id, item } = useSnapshot(viewer.state)
  if (!id) return null
  const name = (item as Item | null)?.attributes.name ?? ''
  return (
    <ErrorBoundary resetKey={id}>
      <div className="fixed inset-0 z-40 flex flex-col bg-page" aria-busy="true">
        <p className="flex h-14 shrink-0 items-center border-b border-line bg-surface px-5 text-14 font-medium">
          {name}
        </p>
        <div className="grid grow place-items-center">
          <Spinner label={t('storage:viewer.loading')} />
        </div>
      </div>
      <LazyFilesViewer />
    </ErrorBoundary>
  )
}
