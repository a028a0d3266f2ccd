import { useEffect, useState } from 'react'
import type { Ancestor, Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

/** Delay in ms before the request, because arrow keys pass through many items. */
const requestDelayMs = 150

/** Data of the item endpoint that listings lack. */
interface ItemMetadata {
  item: Item
  /** Ancestors, topmost first. */
  path: readonly Ancestor[]
  /** Number of files below a folder. */
  files: number | null
}

interface LoadedMetadata {
  /** Null until loaded. */
  metadata: ItemMetadata | null
  /** Loads again after a failure; null otherwise. */
  retry: (() => void) | null
}

/**
 * Loads the metadata of an item, EXIF included. Not by `useLoad`, which would be added to the first load of the files screens.
 */
export const useMetadata = ({ id, attributes }: Item): LoadedMetadata => {
  const { api, folders } = useFiles()
  const [metadata, setMetadata] = useState<ItemMetadata | null>(null)
  const [retry, setRetry] = useState<LoadedMetadata['retry']>(null)
  const { parent_id: parent, etag, deleted_at: deleted, thumbnail, size } = attributes
  const ready = thumbnail !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved, replaced or with its thumbnail made, it is another
  useEffect(() => {
    // Items in the trash have no detail endpoint (A19), and a folder that is being created is unknown to the server.
    if (deleted || folders.isPending(id)) return
    const stop = new AbortController()
    const load = () => {
      setRetry(null)
      api.item(id, stop.signal).then(setMetadata, () => stop.signal.aborted || setRetry(() => load))
    }
    const timer = setTimeout(load, requestDelayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, folders, id, parent, etag, deleted, ready, size])
  return { metadata: metadata?.item.id === id ? metadata : null, retry }
}
