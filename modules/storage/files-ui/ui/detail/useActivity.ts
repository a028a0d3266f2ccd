import { useEffect, useRef, useState } from 'react'
import { useFeedback, useT } from '../../../../web/ui.ts'
import { type ActivityPage, loadActivity, loadActivitySince } from '../../client/activity.api.ts'
import { useFiles } from '../context.ts'
import { useListing } from '../useListing.ts'

/** Delay in ms before the list is fetched again: an upload changes the folder several times a second. */
const refreshDelayMs = 600

/**
 * The activity of a folder (null is the root), fetched again when the open list changes: as far back as it is shown, because
 * names of earlier items may have changed too.
 */
export const useActivity = (
  folderId: string | null,
): { page: ActivityPage | 'failed' | null; loading: boolean; showEarlier: () => Promise<void> } => {
  const t = useT()
  const feedback = useFeedback()
  const { folders } = useFiles()
  const { version } = useListing()
  const [page, setPage] = useState<ActivityPage | 'failed' | null>(null)
  const [loading, setLoading] = useState(false)
  // Read when the timer ends: a page that was added meanwhile stays.
  const shown = useRef(page)
  shown.current = page
  const pending = folderId !== null && folders.isPending(folderId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list has another activity
  useEffect(() => {
    // A page that is being added is added to the list that is shown now.
    if (pending || loading) return
    let current = true
    const load = () => {
      const known = shown.current
      const since = known === null || known === 'failed' ? undefined : known.list.at(-1)?.attributes.created_at
      loadActivitySince(folderId, since).then(
        (loaded) => current && setPage(loaded),
        () => current && setPage((known) => known ?? 'failed'),
      )
    }
    const timer = setTimeout(load, refreshDelayMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [folderId, version, pending, loading])

  const showEarlier = async () => {
    if (page === null || page === 'failed' || page.next === null) return
    setLoading(true)
    try {
      const earlier = await loadActivity(folderId, page.next)
      setPage({ list: [...page.list, ...earlier.list], next: earlier.next })
    } catch {
      feedback.toast({ kind: 'danger', text: t('storage:activity.failed') })
    } finally {
      setLoading(false)
    }
  }
  return { page, loading, showEarlier }
}
