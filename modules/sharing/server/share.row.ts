import type { Sql } from '../../platform/index.ts'
import type { SharePermission } from '../contract.ts'
import { sharingErrors } from './errors.ts'

/** A share as its services read it, with its counts. */
export interface ShareRow {
  id: string
  owner_id: string
  item_id: string
  token_sealed: Buffer
  slug: string | null
  label: string | null
  permission: SharePermission
  password_hash: string | null
  password_version: number
  expire_in: number | null
  expires_at: Date | null
  allow_download: boolean
  max_downloads: number | null
  allow_indexing: boolean
  verify_recipients: boolean
  notify: 'never' | 'first' | 'each'
  created_at: Date
  updated_at: Date
  /** The database's time when the row was read: what `expires_at` and the end of an unlock cookie are held against. */
  read_at: Date
}

export const shareColumns = `s.id, s.owner_id, s.item_id, s.token_sealed, s.slug, s.label, s.permission, s.password_hash,
  s.password_version, s.expire_in, s.expires_at, s.allow_download, s.max_downloads, s.allow_indexing,
  s.verify_recipients, s.notify, s.created_at, s.updated_at, now() as read_at`

/** What the owner sees besides. */
export interface OwnedShareRow extends ShareRow {
  is_folder: boolean
  item_name: string
  parent_id: string | null
  downloads: number
  opened: number
  recipients: { id: string; email: string; verified_at: string | null }[]
}

export const ownedColumns = `${shareColumns}, i.is_folder, i.name as item_name, i.parent_id,
  (select count(*) filter (where a.completed) + case when s.max_downloads is null then 0 else
     coalesce(floor(round(sum(a.bytes::numeric / a.total_bytes) filter (where not a.completed), 9))::bigint, 0) end
   from share_access a where a.share_id = s.id and a.kind = 'downloaded') as downloads,
  (select coalesce(sum(people), 0) from share_access a where a.share_id = s.id and a.kind = 'opened') as opened,
  (select coalesce(json_agg(json_build_object('id', r.id, 'email', r.email, 'verified_at', r.verified_at) order by r.email), '[]')
   from share_recipients r where r.share_id = s.id) as recipients`
/** Of one owner (`$1`). */
export const byOwner = `select ${ownedColumns} from shares s join items i on i.id = s.item_id where s.owner_id = $1`

/** One of the owner's links, by its token's hash or its slug. 404. */
export const findShare = async (
  sql: Sql,
  owner: string,
  { hash, slug }: { hash: Buffer; slug: string },
  lock = '',
): Promise<OwnedShareRow> => {
  const rows = await sql.query<OwnedShareRow>(`${byOwner} and (s.token_hash = $2 or s.slug = $3) ${lock}`, [
    owner,
    hash,
    slug,
  ])
  if (!rows[0]) throw sharingErrors.fail('share-not-found')
  return rows[0]
}

/** One that is known to be there. */
export const ownShare = async (sql: Sql, owner: string, id: string): Promise<OwnedShareRow> => {
  const [row] = await sql.query<OwnedShareRow>(`${byOwner} and s.id = $2`, [owner, id])
  return row as OwnedShareRow
}
