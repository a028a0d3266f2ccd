import type { Db } from '../../../platform/index.ts'
import type { ShareAccess } from './share-access.ts'
import { visitDuration } from './visit-counter.ts'
import { lockVisitor } from './visitor-lock.ts'

/** A visit of the visitor within `visitDuration`: link, visitor. */
export const visitSql = `select 1 from share_access_log where share_id = $1 and visitor = $2 and action = 'opened'
  and occurred_at > now() - interval '${visitDuration}' limit 1`

const addSql = `insert into share_access_log (share_id, action, visitor, recipient, completed, ip)
  select $1, 'opened', $2, (select email from share_recipients where id = $3), true, $4
  where not exists (${visitSql}) returning 1`

/** Adds a visit to the link's log. False where the visitor has one within `visitDuration`, whose row stays as it is. */
export const addVisit = async (
  db: Db,
  { share, visitor, recipientId }: ShareAccess,
  ip: string | null,
): Promise<boolean> => {
  // Prepared: each view of a page and each list of a folder comes here, and most visitors are in the log already.
  if ((await db.query(visitSql, [share.id, visitor], 'sharing.visit')).length > 0) return false
  return db.transaction(async (tx) => {
    await lockVisitor(tx, share.id, visitor)
    const added = await tx.query(addSql, [share.id, visitor, recipientId, ip], 'sharing.add-visit')
    return added.length > 0
  })
}
