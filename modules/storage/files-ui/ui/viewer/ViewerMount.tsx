import { Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, EmptyState, ErrorBoundary, lazyComponent, Spinner, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { downloadItem } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'

export const LazyFilesViewer = lazyComponent(() => import('./FilesViewer.tsx').then((module) => module.FilesViewer))

/** The browser's own dialog: those of the kit are code that may be missing too. Gives the focus back when it is unmounted. */
const openModally = (frame: HTMLElement | null) => {
  if (!(frame instanceof HTMLDialogElement)) return
  frame.showModal()
  return () => frame.close()
}

/** Mounts the viewer while a file is shown. A frame stands in for its code, also when it cannot be loaded, and during SSR. */
export const ViewerMount = () => {
  const { viewer, sidebar } = useFiles()
  const t = useT()
  const { id, item } = useSnapshot(viewer.state)
  /** The file that was to be shown when the code could not be loaded. */
  const [failed, setFailed] = useState<string | null>(null)
  if (!id) return null
  const file = item as Item | null
  const isFailed = failed === id
  const Frame = isFailed ? 'dialog' : 'div'
  return (
    <ErrorBoundary resetKey={id}>
      <Frame
        ref={openModally}
        // A click beside the buttons would give the keys to the list.
        tabIndex={-1}
        className="fixed inset-0 z-40 flex size-full max-h-none max-w-none flex-col bg-page text-text outline-none"
        aria-busy={!isFailed}
        {...(isFailed && { role: 'dialog', 'aria-label': file?.attributes.name, onCancel: viewer.close })}
      >
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
                    {file && !sidebar.restrictionOn('download', file) && (
                      <Button icon={Download} onClick={() => downloadItem(file)}>
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
      </Frame>
      {!isFailed && <LazyFilesViewer onNotLoaded={() => setFailed(id)} />}
    </ErrorBoundary>
  )
}
