import { Pencil, Trash2, UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  Avatar,
  formatDateTime,
  Icon,
  IconButton,
  RelativeTime,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { draftOf } from '../client/comment-drafts.ts'
import type { Comment } from '../contract.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentText } from './CommentText.tsx'

interface CommentEntryProps {
  comment: Comment
  mayEdit: boolean
  mayDelete: boolean
  onEdit: (text: string) => Promise<unknown>
  onDelete: () => void
}

/** One comment, or the form that edits it. */
export const CommentEntry = ({ comment, mayEdit, mayDelete, onEdit, onDelete }: CommentEntryProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { body, created_at, edited_at } = comment.attributes
  const author = comment.relationships.author.data
  const name = author?.attributes.name ?? t('storage:activity.deleted')
  const [isEditing, setEditing] = useState(() => draftOf(comment.id) !== undefined)
  const entry = useRef<HTMLLIElement>(null)
  /** The focused field goes: the focus stays in its entry. */
  const endEditing = () => {
    if (entry.current?.contains(document.activeElement)) entry.current.focus()
    setEditing(false)
  }
  return (
    <li ref={entry} data-comment={comment.id} tabIndex={-1} className="flex items-start gap-2.5 rounded-sm">
      {author ? (
        <Avatar image={author.attributes.avatar} name={name} color={author.attributes.color} size={28} />
      ) : (
        <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-muted">
          <Icon of={UserX} size={14} />
        </span>
      )}
      <div className="min-w-0 grow">
        <div className="flex items-start gap-1">
          <p className="flex min-w-0 grow flex-wrap items-baseline gap-x-2 text-13">
            <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
              {name}
            </span>
            <span className="text-12 text-muted">
              <RelativeTime at={created_at} />
              {edited_at && (
                <>
                  {' · '}
                  <time dateTime={edited_at} title={formatDateTime(edited_at, locale, zone)}>
                    {t('storage:comments.edited')}
                  </time>
                </>
              )}
            </span>
          </p>
          {!isEditing && mayEdit && (
            <IconButton
              icon={Pencil}
              size="sm"
              label={t('storage:comments.edit')}
              className="-my-1.5 text-muted pointer-coarse:-my-2.5"
              onClick={() => setEditing(true)}
            />
          )}
          {!isEditing && mayDelete && (
            <IconButton
              icon={Trash2}
              size="sm"
              label={t('storage:comments.delete', { name })}
              className="-my-1.5 -me-2 text-muted pointer-coarse:-my-2.5"
              onClick={onDelete}
            />
          )}
        </div>
        {isEditing && mayEdit ? (
          <CommentForm
            draftKey={comment.id}
            label={t('storage:comments.field')}
            initial={body}
            submitLabel={t('web:kit.save')}
            onSubmit={async (text) => {
              await onEdit(text)
              endEditing()
            }}
            onCancel={endEditing}
          />
        ) : (
          <CommentText text={body} />
        )}
      </div>
    </li>
  )
}
