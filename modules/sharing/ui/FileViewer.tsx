import { useMemo, useState } from 'react'
import type { Item } from '../../storage/contract.ts'
import { downloadItem, Viewer, type ViewerSource } from '../../storage/ui.ts'

export interface FileViewerProps {
  /** What is looked through: some items, or a list that loads as it goes. */
  items: readonly Item[] | ViewerSource
  id: string
  /** Of the page behind it. */
  title: string
  download: boolean
  onClose: () => void
}

const isSource = (items: FileViewerProps['items']): items is ViewerSource => 'locate' in items

const sourceOf = (items: readonly Item[]): ViewerSource => {
  const indexOf = (id: string) => items.findIndex((item) => item.id === id)
  return {
    total: () => items.length,
    at: (index) => items[index],
    indexOf,
    ensure: async () => undefined,
    locate: async (id) => indexOf(id),
    subscribe: () => () => undefined,
    version: () => 0,
  }
}

/** The files of a link over the whole window. */
export const FileViewer = ({ items, id, title, download, onClose }: FileViewerProps) => {
  const [shown, setShown] = useState(id)
  const source = useMemo(() => (isSource(items) ? items : sourceOf(items)), [items])
  return (
    <Viewer
      source={source}
      id={shown}
      known={source.at(source.indexOf(shown)) ?? null}
      pageTitle={title}
      onShow={(item) => setShown(item.id)}
      onClose={onClose}
      onDownload={download ? downloadItem : undefined}
    />
  )
}
