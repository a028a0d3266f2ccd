import { isOutcomeUnknown } from './lost-response.ts'

interface CreateOnceDeps<Listed, Created> {
  /** What exists, with everything that is new. */
  list: () => Promise<readonly Listed[]>
  /** What was created, of what `list` has found; null: that is something else. */
  read: (listed: Listed) => Created | Promise<Created | null>
}

/**
 * Returns the function by which a form creates something. When only the response to `send` was lost, what is new in the
 * list is the result. While the list cannot be read, the next call reads it before it sends anything.
 */
export const createOnce = <Listed extends { id: string }, Created>({ list, read }: CreateOnceDeps<Listed, Created>) => {
  /** Ids before a call whose outcome is unknown. */
  let before: ReadonlySet<string> | null = null
  const created = async (known: ReadonlySet<string>): Promise<Created | null | undefined> => {
    const found = (await list()).find(({ id }) => !known.has(id))
    const result = found && (await read(found))
    before = null
    return result
  }
  return async (send: () => Promise<Created>): Promise<Created> => {
    const earlier = before && (await created(before))
    if (earlier) return earlier
    const known = new Set((await list()).map(({ id }) => id))
    try {
      return await send()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      before = known
      const found = await created(known).catch(() => undefined)
      if (found) return found
      throw error
    }
  }
}
