import { useEffect } from 'react'
import { onRealtime } from '../../../../web/ui.ts'
import { loadPendingThumbnails } from '../../../previews/ui.ts'
import { type ItemsChanged, thumbnailsMade } from '../../../tree/contract.ts'
import type { Opened } from '../../client/files.store.ts'
import { useFiles } from '../context.ts'

/** ms that rows must stay in view before somebody asks for their pictures. */
const patience = 300

const pendingIn = ({ listing }: Opened, from: number, to: number): string => {
  const ids: string[] = []
  for (let index = from; index < to && ids.length < 200; index += 1) {
    const item = listing.at(index)
    if (item?.attributes.thumbnail_pending) ids.push(item.id)
  }
  return ids.join()
}

/** Rows in view whose thumbnails are still being made get them as soon as they are there. */
export const usePendingThumbnails = (opened: Opened, from: number, to: number): void => {
  const { api } = useFiles()
  const ids = pendingIn(opened, from, to)
  useEffect(() => {
    if (!ids) return
    const stop = new AbortController()
    const { listing } = opened
    const wanted = ids.split(',')
    const watch = async () => {
      const { mayConcernRows, createBell, watchThumbnails } = await loadPendingThumbnails()
      const bell = createBell()
      const off = onRealtime<ItemsChanged>(thumbnailsMade, (news) => {
        if (mayConcernRows(news, listing, wanted)) bell.ring()
      })
      await watchThumbnails(api.wantThumbnails, listing, wanted, stop.signal, bell.wait).finally(off)
    }
    const timer = setTimeout(() => {
      watch().catch(() => undefined)
    }, patience)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, opened, ids])
}
