import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useAskDiscard, type WatchedInput, watchInput } from '../../../web/ui.ts'
import { commentDrafts, deleteDraft, draftOf, hasDrafts, storeDraft } from '../client/comment-drafts.ts'

let ask = (): Promise<boolean> => Promise.resolve(true)
let isWatching = false

/**
 * Asks before the document is left while a typed text is not sent, also once its form is not shown any more. Steps within the
 * app keep the text.
 */
const useWatchedDrafts = (): void => {
  const latest = useAskDiscard()
  useEffect(() => {
    ask = () => latest()
    if (isWatching) return
    isWatching = true
    const input: WatchedInput = {
      state: () => (hasDrafts() ? 'unsaved' : 'saved'),
      mayDiscard: () => ask(),
      discard: () => undefined,
    }
    watchInput(input)
  })
}

/** Moves the text of an edit into the field for a new comment when the comment has gone: somebody has deleted it. */
export const useDraftsOfDeleted = (itemId: string, ids: readonly string[] | undefined): void => {
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    if (!ids) return
    for (const id of before.current) {
      const draft = ids.includes(id) ? undefined : draftOf(id)
      if (!draft) continue
      storeDraft(itemId, [draftOf(itemId)?.text, draft.text].filter(Boolean).join('\n\n'))
      deleteDraft(id)
    }
    before.current = ids
  }, [itemId, ids])
}

/** The text of a form: what was typed and not sent, in this or another form of the key. */
export const useKeptDraft = (key: string, initial: string): string => {
  useWatchedDrafts()
  // In step with the field, or the caret would jump.
  return useSnapshot(commentDrafts, { sync: true })[key]?.text ?? initial
}
