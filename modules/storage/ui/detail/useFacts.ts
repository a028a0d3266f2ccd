import { useEffect, useState } from 'react'
import type { Item, ParentRef } from '../../contract.ts'
import { useFiles } from '../context.ts'

/** ms that an item stays selected before it is asked about: arrow keys run through lists. */
const patience = 150

/** What only the item itself tells: its way from the root and a photo's metadata. Null until it is known. */
export const useFacts = ({ id, attributes }: Item): { item: Item; path: readonly ParentRef[] } | null => {
  const { api } = useFiles()
  const [facts, setFacts] = useState<{ item: Item; path: readonly ParentRef[] } | null>(null)
  const { parent_id: parent, etag, deleted_at: deleted, thumbnail } = attributes
  const ready = thumbnail !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved, replaced or with its thumbnail made, it is another
  useEffect(() => {
    // What lies in the trash is asked about by nobody (A19).
    if (deleted) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api.item(id, stop.signal).then(setFacts, () => undefined)
    }, patience)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, id, parent, etag, deleted, ready])
  return facts?.item.id === id ? facts : null
}
