import type { NewOperation, OperationRow } from './operation.row.ts'

/** Kind of the operation that undoes one of the kind. */
const undoKinds = {
  move: 'move',
  trash: 'restore',
  copy: 'trash',
  restore: 'trash',
  extract: 'trash',
  rewind: 'rewind',
} as const

/** Whether operations of the kind can be undone. */
export const isUndoable = (kind: string): kind is keyof typeof undoKinds => kind in undoKinds

/** The operation that undoes another one; null while that runs, and for what cannot be undone. */
export const undoOperationOf = ({
  id,
  kind,
  state,
  input,
  background,
  created_at,
}: OperationRow): NewOperation | null => {
  if (!isUndoable(kind) || state === 'running' || input.undoes) return null
  const rewind = input.rewind && { ...input.rewind, at: created_at.toISOString() }
  return { kind: undoKinds[kind], input: { undoes: id, ...(rewind && { rewind }) }, background }
}
