import { useCallback, useState } from 'react'
import { isOutcomeUnknown } from '../../../shared/contract.ts'
import { emitInThisTab, errorToast, useFeedback, useT } from '../../../web/ui.ts'
import { deleteDraft } from '../client/comment-drafts.ts'
import { changeComment, deleteComment, loadComments, sendComment, undeleteComment } from '../client/comments.api.ts'
import { type Comment, type CommentsChanged, commentsChanged } from '../contract.ts'
import type { useComments } from './useComments.ts'

/** The comment of a call that failed, if only its response was lost; otherwise rejects with the error. */
const findStored = async (itemId: string, id: string, error: unknown): Promise<Comment> => {
  const page = isOutcomeUnknown(error) ? await loadComments(itemId).catch(() => null) : null
  const stored = page?.list.find((comment) => comment.id === id)
  if (!stored) throw error
  return stored
}

/** Writes, edits and deletes comments on an item; `status`: what screen readers are told of it, with its number. */
export const useCommentActions = (
  itemId: string,
  { put, hide }: Pick<ReturnType<typeof useComments>, 'put' | 'hide'>,
) => {
  const t = useT()
  const feedback = useFeedback()
  const [status, setNumbered] = useState({ number: 0, text: '' })
  const setStatus = useCallback((text: string) => setNumbered(({ number }) => ({ number: number + 1, text })), [])
  /** Makes each open panel of this tab read the comments: a read that began before a change may lack it. */
  const changed = () => emitInThisTab(commentsChanged, { item_id: itemId } satisfies CommentsChanged)
  const showFailure = (error: unknown) => feedback.toast(errorToast(error, t))
  const undo = async (comment: Comment) => {
    try {
      await undeleteComment(itemId, comment.id)
      feedback.toast({ kind: 'success', text: t('storage:toast.undone'), key: 'undone' })
    } catch (error) {
      showFailure(error)
    }
    changed()
  }
  return {
    status,
    setStatus,
    send: async (text: string, id: string): Promise<void> => {
      put(await sendComment(itemId, id, text).catch((error: unknown) => findStored(itemId, id, error)))
      setStatus(t('storage:comments.sent'))
      changed()
    },
    edit: async ({ id }: Comment, text: string): Promise<void> => {
      put(await changeComment(itemId, id, text))
      setStatus(t('storage:comments.saved'))
      changed()
    },
    remove: async (comment: Comment): Promise<void> => {
      hide(comment.id)
      try {
        await deleteComment(itemId, comment.id)
        deleteDraft(comment.id)
        feedback.toast({
          text: t('storage:comments.deleted'),
          action: { label: t('web:kit.undo'), onAct: () => void undo(comment) },
        })
      } catch (error) {
        showFailure(error)
      }
      changed()
    },
  }
}
