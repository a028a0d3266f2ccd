import { useCallback, useEffect, useRef, useState } from 'react'
import { onRealtime, onRealtimeReconnect, useLoad } from '../../../web/ui.ts'
import { type CommentPage, loadComments, loadCommentsSince } from '../client/comments.api.ts'
import { type Comment, type CommentsChanged, commentsChanged } from '../contract.ts'

/** Delay in ms before the request, because arrow keys pass through many items. */
const requestDelayMs = 150

const byTime = (one: Comment, other: Comment): number =>
  Date.parse(one.attributes.created_at) - Date.parse(other.attributes.created_at)

/** The comments on an item, as far back as they are shown. They follow the changes that others make. */
export const useComments = (itemId: string) => {
  /** Read when a load begins: earlier comments that are shown stay. */
  const shown = useRef<CommentPage | null>(null)
  const [isAdding, setAdding] = useState(false)
  const load = async (signal: AbortSignal): Promise<CommentPage> => {
    const first = shown.current?.list[0]
    const loaded = await loadCommentsSince(itemId, first, signal)
    // Earlier ones that were shown meanwhile stay.
    const now = shown.current
    const added =
      now && first
        ? now.list.slice(
            0,
            Math.max(
              0,
              now.list.findIndex(({ id }) => id === first.id),
            ),
          )
        : []
    return added.length > 0 && now ? { list: [...added, ...loaded.list], next: now.next } : loaded
  }
  const { data: page, error, reload, setData } = useLoad(load, [itemId], requestDelayMs)
  shown.current = page

  useEffect(() => {
    const changed = ({ item_id }: CommentsChanged) => {
      if (item_id === itemId) void reload()
    }
    const stop = [onRealtime(commentsChanged, changed), onRealtimeReconnect(() => void reload())]
    return () => {
      for (const end of stop) end()
    }
  }, [itemId, reload])

  const change = useCallback(
    (apply: (list: readonly Comment[]) => readonly Comment[]) =>
      setData((before) => before && { ...before, list: apply(before.list) }),
    [setData],
  )
  return {
    page,
    error,
    reload,
    isAdding,
    /** Rejects with the error of the call. */
    showEarlier: async (): Promise<void> => {
      if (!page?.next) return
      setAdding(true)
      try {
        const earlier = await loadComments(itemId, page.next)
        setData((before) => before && { list: [...earlier.list, ...before.list], next: earlier.next })
      } finally {
        setAdding(false)
      }
    },
    /** Shows a comment as it is stored now. */
    put: (comment: Comment): void =>
      change((list) => [...list.filter(({ id }) => id !== comment.id), comment].sort(byTime)),
    hide: (id: string): void => change((list) => list.filter((comment) => comment.id !== id)),
  }
}
