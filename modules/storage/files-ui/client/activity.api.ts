import { call } from '../../../web/ui.ts'
import { type Activity, listActivity } from '../../activity/contract.ts'

export interface ActivityPage {
  list: Activity[]
  next: string | null
}

/** A page of the activity of a folder; null is the root. */
export const loadActivity = async (folderId: string | null, cursor?: string): Promise<ActivityPage> => {
  const query = cursor === undefined ? {} : { cursor }
  const { data, meta } = await call(listActivity, { params: { id: folderId ?? 'all' }, query })
  return { list: data.map((each) => each.data), next: meta.nextCursor }
}

/** The pages of the activity of a folder that reach back to a time; the first one at least. */
export const loadActivitySince = async (folderId: string | null, since: string | undefined): Promise<ActivityPage> => {
  let { list, next } = await loadActivity(folderId)
  while (next !== null && since !== undefined && (list.at(-1)?.attributes.created_at ?? since) > since) {
    const earlier = await loadActivity(folderId, next)
    list = [...list, ...earlier.list]
    next = earlier.next
  }
  return { list, next }
}
