import { useCallback, useEffect, useRef, useState } from 'react'
import { isTransient } from '../../../shared/contract.ts'
import type { CreateFolder, Item, Listing } from '../../../storage/contract.ts'
import { useUploads } from '../../../storage/ui.ts'
import { useLatest } from '../../../web/ui.ts'
import type { FileRequestApi, FileRequestPageData } from '../../client/file-request.api.ts'
import type { NameChanges } from '../../client/name-changes.ts'
import { appendPage, mergePage, type UploadedList } from '../../client/uploaded-list.ts'

/** Time in ms in which reloads are collected, and the shortest time between two: an upload may bring thousands of files. */
const collectMs = 300
const reloadEveryMs = 3_000
/** Shortest time in ms before a reload that has failed for the moment is repeated. */
const repeatMs = 5_000

const pageOf = ({ data, meta }: Listing): UploadedList => ({
  items: data.map(({ data: item }) => item),
  cursor: meta.paginate.nextCursor,
})

/** Items that this browser has sent, updated while it uploads. */
export const useUploadedItems = (api: FileRequestApi, { fileRequest, folder, listing }: FileRequestPageData) => {
  /** Only the owner sees uploaded files. */
  const isHidden = fileRequest.attributes.visibility === 'none'
  const { onUploaded, onFoldersChanged } = useUploads()
  const [loaded, setLoaded] = useState<UploadedList>(() => (listing ? pageOf(listing) : { items: [], cursor: null }))
  const { items, cursor } = loaded
  const latest = useLatest(items)
  const setItems = useCallback(
    (change: (items: Item[]) => Item[]) => setLoaded((now) => ({ ...now, items: change(now.items) })),
    [],
  )
  const [top, setTop] = useState(listing?.meta.root?.data.id ?? null)

  const reload = useCallback(async () => {
    const before = new Set(latest.current.map(({ id }) => id))
    const first = await api.list(folder)
    setLoaded((now) => mergePage(now, before, pageOf(first)))
    setTop(first.meta.root?.data.id ?? null)
  }, [api, folder])

  const timer = useRef(0)
  const nextAt = useRef(0)
  const reloadIn = useCallback(
    (waitMs: number) => {
      timer.current ||= window.setTimeout(
        () => {
          timer.current = 0
          nextAt.current = Date.now() + reloadEveryMs
          // Rejected for the moment: the list would lack files until the next one is sent.
          reload().catch((error: { retryAfter?: number }) => {
            if (isTransient(error)) reloadIn(Math.max(repeatMs, (error.retryAfter ?? 0) * 1_000))
          })
        },
        // The clock may have been put back since.
        Math.max(waitMs, Math.min(nextAt.current - Date.now(), reloadEveryMs)),
      )
    },
    [reload],
  )
  const reloadSoon = useCallback(() => reloadIn(collectMs), [reloadIn])
  useEffect(() => {
    timer.current = 0
    return () => {
      clearTimeout(timer.current)
      // None begins any more, such as after a read that is still running.
      timer.current = -1
    }
  }, [])
  /** Shows an uploaded item; reloads the list when the item is in a subfolder, which may be new. */
  const add = useCallback(
    (item: Item) => {
      if (item.attributes.parent_id === top) setItems((others) => [item, ...others.filter(({ id }) => id !== item.id)])
      else reloadSoon()
    },
    [reloadSoon, setItems, top],
  )

  useEffect(() => onUploaded((item) => isHidden || add(item)), [onUploaded, isHidden, add])
  useEffect(() => onFoldersChanged(reloadSoon), [onFoldersChanged, reloadSoon])

  return {
    isHidden,
    /** False in a folder of somebody else, where everyone sees everything. */
    canAdd: listing?.meta.root?.data.attributes.access === undefined,
    /** Uploaders see all files, and change their own. */
    isShared: fileRequest.attributes.visibility === 'all',
    reload,
    items,
    hasMore: cursor !== null,
    more: async () => {
      const next = await api.list(folder, cursor ?? undefined)
      setLoaded((now) => appendPage(now, pageOf(next)))
    },
    rename: async (item: Item, changes: NameChanges) => {
      const renamed = await api.rename(item, changes)
      setItems((others) => others.map((item) => (item.id === renamed.id ? renamed : item)))
      return renamed
    },
    createFolder: async (named: CreateFolder) => add(await api.createFolder(named, folder)),
    tree: api.tree,
    /** `to` null: their root folder. */
    move: async (item: Item, to: string | null) => {
      await api.move(item, to)
      if (to !== (folder ?? null)) setItems((others) => others.filter(({ id }) => id !== item.id))
    },
    remove: async (item: Item) => {
      await api.remove(item)
      setItems((others) => others.filter(({ id }) => id !== item.id))
    },
  }
}

export type UploadedItemsState = ReturnType<typeof useUploadedItems>
