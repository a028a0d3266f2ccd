import { useEffect } from 'react'
import { onRealtime } from '../../../../web/ui.ts'
import { loadPendingThumbnails } from '../../../previews/ui.ts'
import { type ItemsChanged, thumbnailsMade } from '../../../tree/contract.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useFiles } from '../context.ts'

/** Time in ms that rows stay in view before their thumbnails are requested. */
const requestDelayMs = 300

const pendingIn = ({ listing }: FolderView, from: number, to: number): string => {
  const ids: string[] = []
  for (let index = from; index < to && ids.length < 200; index += 1) {
    const item = listing.at(index)
    if (item?.attributes.thumbnail_pending) ids.push(item.id)
  }
  return ids.join()
}

/** Shows missing thumbnails of visible rows as soon as they are ready. */
export const usePendingThumbnails = (folderView: FolderView, from: number, to: number): void => {
  const { api } = useFiles()
  const ids = pendingIn(folderView, from, to)
  useEffect(() => {
    if (!ids) return
    const stop = new AbortController()
    const { listing } = folderView
    const pendingIds = ids.split(',')
    const watch = async () => {
      const { mayConcernRows, createSignal, watchThumbnails } = await loadPendingThumbnails()
      const updates = createSignal()
      const unsubscribe = onRealtime<ItemsChanged>(thumbnailsMade, (news) => {
        if (mayConcernRows(news, listing, pendingIds)) updates.notify()
      })
      await watchThumbnails(api.wantThumbnails, listing, pendingIds, stop.signal, updates.wait).finally(unsubscribe)
    }
    const timer = setTimeout(() => {
      watch().catch(() => undefined)
    }, requestDelayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, folderView, ids])
}
