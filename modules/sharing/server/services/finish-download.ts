import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { ShareAccess } from './share-access.ts'

const finishSql = `update share_access_log set bytes = least(bytes + $2, $3), completed = bytes + $2 >= $3,
    active_transfers = greatest(active_transfers - 1, 0),
    reserved_until = case when active_transfers > 1 then reserved_until end,
    reserved_bytes = case when active_transfers > 1 then greatest(reserved_bytes - $4, 0) else 0 end
  where id = $1 and not completed returning completed, ip`

/** `id`: of the download's row. The others in bytes; `size`: of the whole, `length`: of the requested range. */
type Transfer = readonly [id: number, sent: number, size: number, length: number]

/** A complete download. */
interface FinishedDownload {
  ip: string | null
  /** Whether the owner wants to be notified of it. */
  isWanted: boolean
}

/** Records the end of a transfer in the link's log. Null while bytes of the download are missing. */
export const finishDownload = async (
  db: Db,
  share: ShareAccess['share'],
  transfer: Transfer,
): Promise<FinishedDownload | null> => {
  const setting = share.notify_on_download
  const finish = async (sql: Sql, isWanted: () => Promise<boolean>) => {
    const [row] = await sql.query<{ completed: boolean; ip: string | null }>(finishSql, transfer)
    return row?.completed ? { ip: row.ip, isWanted: await isWanted() } : null
  }
  if (setting !== 'first') return finish(db, async () => setting === 'each')
  return db.transaction((tx) => finish(tx, () => isFirst(tx, share.id)))
}

/** Whether the link has no other complete download. Of two that end at once, the second waits for the first. */
const isFirst = async (tx: Tx, shareId: string): Promise<boolean> => {
  await tx.lock(`coffer.first-download:${shareId}`)
  const [totals] = await tx.query<{ downloads: number }>(
    'select sum(downloads)::bigint as downloads from share_access_totals where share_id = $1',
    [shareId],
  )
  return totals?.downloads === 1
}
