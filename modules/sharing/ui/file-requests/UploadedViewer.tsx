import { useEffect, useMemo, useRef } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { Viewer, type ViewerSource } from '../../../storage/ui.ts'
import { useData, useT } from '../../../web/ui.ts'
import type { FileRequestPageData } from '../../client/file-request.api.ts'
import type { UploadedItemsState } from './useUploadedItems.ts'

interface UploadedViewerProps {
  sent: UploadedItemsState
  /** The file whose name was pressed; null: none, the viewer is closed. */
  shown: Item | null
  onShow: (file: Item | null) => void
}

/** Time in ms before the list is read again for missing thumbnails; it grows with each read. */
const firstReadMs = 2_000
const maxReads = 8

/** Viewer source with these files, to which nothing is added while the viewer shows them. */
const sourceOf = (files: readonly Item[]): ViewerSource => {
  const indexOf = (id: string) => files.findIndex((file) => file.id === id)
  return {
    total: () => files.length,
    at: (index) => files[index],
    indexOf,
    ensure: async () => undefined,
    locate: async (id) => indexOf(id),
    subscribe: () => () => undefined,
    version: () => 0,
    edits: () => 0,
  }
}

/** Reads the list again while thumbnails are being made. Pages of visitors hear of nothing (D30). */
const usePendingThumbnails = ({ items, reload }: UploadedItemsState): void => {
  const pending = items.flatMap(({ id, attributes }) => (attributes.thumbnail_pending ? [id] : [])).join()
  useEffect(() => {
    if (!pending) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAfter = (ms: number, reads: number) => {
      timer = setTimeout(() => {
        // A read that failed is repeated with the next one.
        reload().catch(() => undefined)
        if (reads < maxReads) readAfter(ms * 1.5, reads + 1)
      }, ms)
    }
    readAfter(firstReadMs, 1)
    return () => clearTimeout(timer)
  }, [pending, reload])
}

/** The uploaded files in the viewer, without downloads, and their thumbnails as soon as they are made. */
export const UploadedViewer = ({ sent, shown, onShow }: UploadedViewerProps) => {
  const t = useT()
  const { attributes } = useData<FileRequestPageData>().fileRequest
  const { items } = sent
  usePendingThumbnails(sent)
  const source = useMemo(() => sourceOf(items.filter(({ type }) => type === 'file')), [items])
  const isOpen = shown !== null
  /** Going back twice would leave the page and its uploads. */
  const closing = useRef(false)
  // Back leads to the list.
  useEffect(() => {
    if (!isOpen) return
    history.pushState({ viewer: true }, '')
    closing.current = false
    const close = () => onShow(null)
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [isOpen, onShow])
  const goBack = () => {
    if (closing.current) return
    closing.current = true
    history.back()
  }
  return (
    shown && (
      <Viewer
        source={source}
        id={shown.id}
        known={shown}
        pageTitle={attributes.title ?? t('sharing:request.page.title')}
        onShow={onShow}
        onClose={goBack}
        onNotLoaded={goBack}
      />
    )
  )
}
