import { useEffect, useState } from 'react'
import type { Item, ParentRef } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

/** ms that an item stays selected before it is asked about: arrow keys run through lists. */
const patience = 150

/** What only the item itself tells. */
interface Facts {
  item: Item
  /** Its way from the root. */
  path: readonly ParentRef[]
  /** Of a folder: all files in its tree. */
  files: number | null
}

/** The facts of an item, a photo's metadata among them; null until they are known. */
export const useFacts = ({ id, attributes }: Item): Facts | null => {
  const { api, folders } = useFiles()
  const [facts, setFacts] = useState<Facts | null>(null)
  const { parent_id: parent, etag, deleted_at: deleted, thumbnail, size } = attributes
  const ready = thumbnail !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved, replaced or with its thumbnail made, it is another
  useEffect(() => {
    // What lies in the trash is asked about by nobody (A19); what is being made, nobody can be asked about.
    if (deleted || folders.waits(id)) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api.item(id, stop.signal).then(setFacts, () => undefined)
    }, patience)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, folders, id, parent, etag, deleted, ready, size])
  return facts?.item.id === id ? facts : null
}
