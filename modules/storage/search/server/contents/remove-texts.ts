import type { Db } from '../../../../platform/index.ts'
import { codeOf } from '../../../../shared/contract.ts'

const removeBatch = 500
/** Two pages. */
const emptyIndexBytes = 16 << 10

/**
 * Deletes all words, in batches. The newest first: where the rows end, all contents before have theirs, and a look may
 * begin there. Passes by rows that a purge has locked.
 */
export const removeTexts = async (db: Db, isOver: () => boolean): Promise<void> => {
  let removed: object[] = []
  do
    removed = await db.query(
      `delete from blob_texts where blob_id in (
         select blob_id from blob_texts order by created_at desc limit ${removeBatch} for update skip locked) returning 1`,
    )
  while (removed.length > 0 && !isOver())
  if (removed.length === 0) await emptyIndex(db)
}

/** SQLSTATE of a wait for a lock that took too long. */
const lockTimedOut = '55P03'

/**
 * Deletes the words that the index keeps without rows: a GIN index never removes a key. Where something else holds the table,
 * the next turn does so.
 */
const emptyIndex = async (db: Db): Promise<void> => {
  const [kept] = await db.query(
    `select 1 where pg_relation_size('blob_texts') > 0 or pg_relation_size('blob_texts_words_index') > ${emptyIndexBytes}`,
  )
  if (!kept) return
  const emptied = db.transaction(async (tx) => {
    // Searches wait for this lock, and those behind it. Longer than `deadlock_timeout`, after which autovacuum gives way.
    await tx.query("set local lock_timeout = '1200ms'")
    await tx.query('lock table blob_texts in access exclusive mode')
    const [row] = await tx.query('select 1 from blob_texts limit 1')
    if (!row) await tx.query('truncate blob_texts')
  })
  await emptied.catch((error: unknown) => {
    if (codeOf(error) !== lockTimedOut) throw error
  })
}
