import { useCallback, useEffect, useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { useUploads } from '../../../storage/ui.ts'
import type { RequestApi, RequestPageData } from '../../client/request.ts'

/** What this browser has sent, kept up to date while it sends more. */
export const useSent = (api: RequestApi, { folder, listing }: RequestPageData) => {
  const { onUploaded, onFoldersChanged } = useUploads()
  const [items, setItems] = useState<Item[]>(() => (listing?.data ?? []).map(({ data }) => data))
  const [cursor, setCursor] = useState(listing?.meta.paginate.nextCursor ?? null)
  const [top, setTop] = useState(listing?.meta.root?.data.id ?? null)

  const reload = useCallback(async () => {
    const { data, meta } = await api.list(folder)
    setItems(data.map(({ data: item }) => item))
    setCursor(meta.paginate.nextCursor)
    setTop(meta.root?.data.id ?? null)
  }, [api, folder])

  useEffect(
    () =>
      onUploaded((item) => {
        // With the first file the folder is made: what it is called is asked once.
        if (top === null) void reload()
        else if (item.attributes.parent_id === null || item.attributes.parent_id === top)
          setItems((others) => [item, ...others.filter(({ id }) => id !== item.id)])
      }),
    [onUploaded, reload, top],
  )
  useEffect(() => onFoldersChanged(() => void reload()), [onFoldersChanged, reload])

  return {
    reload,
    items,
    hasMore: cursor !== null,
    more: async () => {
      const { data, meta } = await api.list(folder, cursor ?? undefined)
      setItems((others) => [...others, ...data.map(({ data: item }) => item)])
      setCursor(meta.paginate.nextCursor)
    },
    rename: async (item: Item, name: string) => {
      const renamed = await api.rename(item, name)
      setItems((others) => others.map((one) => (one.id === renamed.id ? renamed : one)))
    },
    createFolder: async (name: string) => {
      const made = await api.createFolder(name, folder)
      if (top === null) await reload()
      else setItems((others) => [made, ...others])
    },
    tree: api.tree,
    /** `to` null: the top. */
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

export type SentItems = ReturnType<typeof useSent>
