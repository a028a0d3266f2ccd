import { toIso } from '../../../shared/contract.ts'
import { type PersonRow, presentPerson } from '../../../users/index.ts'
import type { Comment } from '../contract.ts'

export interface CommentRow {
  id: string
  body: string
  created_at: Date
  edited_at: Date | null
  author: PersonRow | null
}

export const presentComment = ({ id, body, created_at, edited_at, author }: CommentRow): Comment => ({
  id,
  type: 'comment',
  attributes: { body, created_at: created_at.toISOString(), edited_at: toIso(edited_at) },
  relationships: { author: { data: author && presentPerson(author) } },
})
