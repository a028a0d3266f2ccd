import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, errorText, RetryButton, TextArea, useAskDiscard, useT } from '../../../web/ui.ts'
import { deleteDraft, draftOf, storeDraft } from '../client/comment-drafts.ts'
import { maxCommentLength } from '../contract.ts'
import { useKeptDraft } from './useKeptDraft.ts'

interface CommentFormProps {
  /** The item of a new comment, or the comment that is edited. */
  draftKey: string
  label: string
  /** Text of the comment that is edited. */
  initial?: string
  submitLabel: string
  /** Rejects when the text was not saved: it then stays. `id`: of a new comment. */
  onSubmit: (text: string, id: string) => Promise<unknown>
  /** For an edit: ends it without a change. */
  onCancel?: () => void
}

/** Field for a new comment, or for an edited one. What was typed stays until it is sent, or the edit is given up. */
export const CommentForm = ({ draftKey, label, initial = '', submitLabel, onSubmit, onCancel }: CommentFormProps) => {
  const t = useT()
  const text = useKeptDraft(draftKey, initial)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const askDiscard = useAskDiscard()
  const isDirty = text !== initial
  const isEdit = onCancel !== undefined
  useEffect(() => {
    if (!isEdit) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [isEdit])

  const type = (value: string) => {
    storeDraft(draftKey, value, initial)
    setError(null)
  }
  const submit = async () => {
    if (isSending || text.trim() === '') return field.current?.focus()
    if (onCancel && !isDirty) return onCancel()
    setSending(true)
    try {
      await onSubmit(text, draftOf(draftKey)?.id ?? '')
      deleteDraft(draftKey)
      setError(null)
      field.current?.focus()
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  const cancel = async () => {
    if (isSending || (isDirty && !(await askDiscard()))) return
    deleteDraft(draftKey)
    onCancel?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape' && isEdit) {
      event.preventDefault()
      event.stopPropagation()
      void cancel()
    }
  }
  return (
    <form
      noValidate
      // Notifications of new comments are not needed where these are seen.
      data-shows={isEdit ? undefined : `${draftKey}#comments`}
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        ref={field}
        label={label}
        hideLabel
        placeholder={isEdit ? undefined : label}
        dir="auto"
        rows={2}
        value={text}
        maxLength={maxCommentLength}
        readOnly={isSending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        data-own-escape={isEdit || undefined}
        onValue={type}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-13 text-danger-text">
          <span className="min-w-0 text-pretty">
            {!isEdit && t('storage:comments.unsent')} {errorText(error, t)}
          </span>
          <RetryButton size="sm" onRetry={submit} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {isEdit && (
          <Button size="sm" onClick={() => void cancel()}>
            {t('web:kit.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="solid"
          loading={isSending}
          aria-disabled={text.trim() === '' || undefined}
          data-tip={submitLabel}
          data-tip-keys="mod+Enter"
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
