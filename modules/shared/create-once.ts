import { isOutcomeUnknown } from './lost-response.ts'

interface CreateOnceDeps<Listed, Created> {
  /** Reads the newest things of the list that a created one appears in. */
  list: () => Promise<readonly Listed[]>
  /** Reads the created thing from an entry of `list`; null: the entry is another kind of thing. */
  read: (listed: Listed) => Created | Promise<Created | null>
}

export interface CreatedOnce<Created> {
  created: Created
  /** True when an earlier call created it, from input that the person has changed since. */
  isEarlierInput: boolean
}

/** A call whose outcome is unknown. */
interface UnknownCall {
  input: string
  /** When the newest entry before the call was created; empty: there was none. */
  newest: string
}

/**
 * Makes the function by which a form creates something, from the input of a person (`input`). When only the response to
 * `send` was lost, the new entry of the list is the result. While the list cannot be read, the next call reads it before it
 * sends anything.
 */
export const createOnce = <Listed extends { attributes: { created_at: string } }, Created>({
  list,
  read,
}: CreateOnceDeps<Listed, Created>) => {
  let unknown: UnknownCall | null = null
  // Compares times and not ids: when an entry is deleted, an old entry of the list's next page moves to the first one.
  const findCreated = async ({ newest }: UnknownCall): Promise<Created | null> => {
    const entry = (await list()).find(({ attributes }) => attributes.created_at > newest)
    const created = entry ? await read(entry) : null
    unknown = null
    return created
  }
  return async (input: unknown, send: () => Promise<Created>): Promise<CreatedOnce<Created>> => {
    const entered = JSON.stringify(input)
    const earlierInput = unknown?.input
    const earlier = unknown && (await findCreated(unknown))
    if (earlier) return { created: earlier, isEarlierInput: earlierInput !== entered }
    const newest = (await list()).reduce(
      (time, { attributes: { created_at } }) => (created_at > time ? created_at : time),
      '',
    )
    try {
      return { created: await send(), isEarlierInput: false }
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      unknown = { input: entered, newest }
      const created = await findCreated(unknown).catch(() => null)
      if (created) return { created, isEarlierInput: false }
      throw error
    }
  }
}
