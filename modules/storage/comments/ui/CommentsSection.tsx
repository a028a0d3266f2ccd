import { useEffect, useMemo, useRef } from 'react'
import {
  Button,
  CallError,
  errorText,
  errorToast,
  RetryButton,
  Skeleton,
  useFeedback,
  useLatest,
  useListFocus,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { CommentEntry } from './CommentEntry.tsx'
import { CommentForm } from './CommentForm.tsx'
import { useCommentActions } from './useCommentActions.ts'
import { useComments } from './useComments.ts'
import { useDraftsOfDeleted } from './useKeptDraft.ts'

export interface CommentsSectionProps {
  itemId: string
  /** Whether the item is the caller's own: owners delete all comments. */
  isOwn: boolean
  /** In the trash they can only be read. */
  isReadOnly: boolean
  /** A notification or the menu has led here: the newest one is scrolled to. */
  isWanted: boolean
  /** Called when it was. */
  onShown: () => void
}

/** Comments on a file or folder, newest last, with the field for another one. */
export const CommentsSection = ({ itemId, isOwn, isReadOnly, isWanted, onShown }: CommentsSectionProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { user } = usePageContext()
  const comments = useComments(itemId)
  const { error, reload, isAdding } = comments
  // Who has lost the item sees no more of it.
  const page = error instanceof CallError && error.status === 404 ? null : comments.page
  const { status, setStatus, ...actions } = useCommentActions(itemId, comments)
  useDraftsOfDeleted(
    itemId,
    useMemo(() => page?.list.map(({ id }) => id), [page]),
  )
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  const isLoaded = page !== null
  const shown = useLatest(onShown)

  useEffect(() => {
    if (!isWanted || !isLoaded) return
    section.current?.scrollIntoView({ block: 'end' })
    const newest = section.current?.querySelector<HTMLElement>('[data-comment]:last-of-type')
    const target = newest ?? section.current?.querySelector<HTMLElement>('h3')
    target?.focus({ preventScroll: true })
    shown.current()
  }, [isWanted, isLoaded])

  const last = page?.list.at(-1)
  const known = useRef<{ last: typeof last } | null>(null)
  useEffect(() => {
    const before = known.current?.last
    const author = last?.relationships.author.data
    const isNewer = last && last.attributes.created_at > (before?.attributes.created_at ?? '')
    if (known.current && isNewer && author && author.id !== user?.id)
      setStatus(t('storage:comments.arrived', { name: author.attributes.name }))
    if (isLoaded) known.current = { last }
  }, [isLoaded, last, setStatus, t, user?.id])

  const isEarlierAsked = useRef(false)
  const hasEarlier = page?.next != null
  useEffect(() => {
    // The focused button has gone.
    if (isEarlierAsked.current && !hasEarlier) list.current?.querySelector<HTMLElement>('li')?.focus()
    isEarlierAsked.current = false
  }, [hasEarlier])
  const showEarlier = () => {
    isEarlierAsked.current = true
    return comments.showEarlier().catch((failure: unknown) => {
      feedback.toast(errorToast(failure, t))
    })
  }

  return (
    <section ref={section} aria-label={t('storage:comments.title')} className="mt-5">
      <h3 tabIndex={-1} className="text-14 font-semibold outline-none">
        {t('storage:comments.title')}
      </h3>
      {error !== null && (
        <div role="alert" className="mt-1 flex flex-wrap items-center gap-3 text-12 text-muted">
          <span>
            {t('storage:comments.failed')} {errorText(error, t)}
          </span>
          <RetryButton size="sm" onRetry={reload} />
        </div>
      )}
      {!page && error === null && <Skeleton shape="text" className="mt-2" />}
      {page?.list.length === 0 && (
        <p className="mt-1 text-12 text-pretty text-muted">
          {t(isReadOnly ? 'storage:comments.noneTrashed' : 'storage:comments.none')}
        </p>
      )}
      {page?.next && (
        <Button size="sm" className="mt-2" loading={isAdding} onClick={() => void showEarlier()}>
          {t('storage:comments.earlier')}
        </Button>
      )}
      <ol ref={list} {...keepFocus} className="mt-3 flex flex-col gap-3.5 empty:hidden">
        {page?.list.map((comment) => {
          const isMine = comment.relationships.author.data?.id === user?.id
          return (
            <CommentEntry
              key={comment.id}
              comment={comment}
              mayEdit={isMine && !isReadOnly}
              mayDelete={(isMine || isOwn) && !isReadOnly}
              onEdit={(text) => actions.edit(comment, text)}
              onDelete={() => void actions.remove(comment)}
            />
          )
        })}
      </ol>
      {!isReadOnly && page && (
        <CommentForm
          draftKey={itemId}
          label={t('storage:comments.label')}
          submitLabel={t('storage:comments.send')}
          onSubmit={actions.send}
        />
      )}
      {/* Keyed by its number: equal texts are read out, too. */}
      <p role="status" className="sr-only">
        <span key={status.number}>{status.text}</span>
      </p>
    </section>
  )
}
