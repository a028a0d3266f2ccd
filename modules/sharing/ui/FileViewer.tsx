import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Item } from '../../storage/contract.ts'
import { downloadItem, Viewer, type ViewerSource } from '../../storage/ui.ts'
import { lazyComponent } from '../../web/ui.ts'
import { asPreviewOnly, isPreviewedPicture, previewOnlySource } from '../client/preview-only.ts'
import type { OpenVisit } from '../pages/require-open-visit.ts'
import type { LinkViewer } from './useLinkViewer.ts'

const PreviewOnly = lazyComponent(async () => (await import('./file-content/PreviewOnly.tsx')).PreviewOnly)

interface FileViewerProps {
  viewer: LinkViewer
  source: ViewerSource
  /** Title of the page behind the viewer. */
  title: string
  visit: OpenVisit
}

/** Viewer source with one file. */
export const singleFileSource = (item: Item): ViewerSource => {
  const indexOf = (id: string) => (id === item.id ? 0 : -1)
  return {
    total: () => 1,
    at: (index) => (index === 0 ? item : undefined),
    indexOf,
    ensure: async () => undefined,
    locate: async (id) => indexOf(id),
    subscribe: () => () => undefined,
    version: () => 0,
    edits: () => 0,
  }
}

/** The viewer with the file named by the URL, and its neighbors. */
export const FileViewer = ({ viewer, source, title, visit }: FileViewerProps) => {
  const { token, download } = visit.share.attributes
  const { id, item } = useSnapshot(viewer.state)
  const list = useMemo(() => (download ? source : previewOnlySource(source)), [source, download])
  if (!id) return null
  const shownItem = item as Item | null
  return (
    <Viewer
      source={list}
      id={id}
      known={shownItem && !download ? asPreviewOnly(shownItem) : shownItem}
      pageTitle={title}
      onShow={viewer.show}
      onClose={viewer.close}
      onNotLoaded={viewer.close}
      onDownload={download ? downloadItem : undefined}
      downloadCount={visit.downloadCount}
      preview={(shown) =>
        download || isPreviewedPicture(shown) ? null : <PreviewOnly key={shown.id} token={token} item={shown} />
      }
    />
  )
}
