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
