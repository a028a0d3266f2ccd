import { useRef, useState } from 'react'
import { useFeedback, useLoad, useT } from '../../../../web/ui.ts'
import { type ActivityPage, loadActivity, loadActivitySince } from '../../client/activity.api.ts'
import { useFiles } from '../context.ts'
import { useListing } from '../useListing.ts'

/** Delay in ms before the list is fetched again: an upload changes the folder several times a second. */
const refreshDelayMs = 600

/**
 * The activity of a folder (null is the root), fetched again when the open list changes: as far back as it is shown, because
 * names of earlier items may have changed too.
 */
export const useActivity = (folderId: string | null) => {
  const t = useT()
  const feedback = useFeedback()
  const { folders } = useFiles()
  const { version } = useListing()
  const [isAdding, setAdding] = useState(false)
  /** Read when the timer ends: a page that was added meanwhile stays. */
  const shown = useRef<ActivityPage | null>(null)
  // A page that is being added is added to the list that is shown now.
  const isOff = isAdding || (folderId !== null && folders.isPending(folderId))
  const load = () => loadActivitySince(folderId, shown.current?.list.at(-1)?.attributes.created_at)
  const { data: page, error, reload, setData } = useLoad(isOff ? null : load, [folderId, version], refreshDelayMs)
  shown.current = page

  const showEarlier = async () => {
    if (!page?.next) return
    setAdding(true)
    try {
      const earlier = await loadActivity(folderId, page.next)
      setData({ list: [...page.list, ...earlier.list], next: earlier.next })
    } catch {
      feedback.toast({ kind: 'danger', text: t('storage:activity.failed') })
    } finally {
      setAdding(false)
    }
  }
  return { page, error, reload, isAdding, showEarlier }
}
