import { isOutcomeUnknown } from './lost-response.ts'

interface CreateOnceDeps<Listed, Created> {
  /** The newest of what exists. */
  list: () => Promise<readonly Listed[]>
  /** What was created, of what `list` has found; null: that is something else. */
  read: (listed: Listed) => Created | Promise<Created | null>
}

export interface CreatedOnce<Created> {
  created: Created
  /** An earlier call created it, from what the person had entered then and has changed since. */
  isEarlierInput: boolean
}

/** A call whose outcome is unknown. */
interface UnknownCall {
  input: string
  /** When the newest thing before it was created; empty: there was none. */
  newest: string
}

/**
 * Returns the function by which a form creates something, from what the person has entered (`input`). When only the response to
 * `send` was lost, what is new in the list is the result. While the list cannot be read, the next call reads it before it sends
 * anything.
 */
export const createOnce = <Listed extends { attributes: { created_at: string } }, Created>({
  list,
  read,
}: CreateOnceDeps<Listed, Created>) => {
  let unknown: UnknownCall | null = null
  // By time and not by id: what was on the next page of the list moves to the first one when something else is deleted.
  const findCreated = async ({ newest }: UnknownCall): Promise<Created | null> => {
    const found = (await list()).find(({ attributes }) => attributes.created_at > newest)
    const created = found ? await read(found) : null
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
