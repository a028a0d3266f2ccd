import type { Db } from '../../../platform/index.ts'
import { queryParts } from '../../../users/index.ts'

const parts = {
  links: `select s.id, s.item_id, f.name as item, s.permission, s.slug, s.password_hash is not null as has_password, s.expires_at,
    s.allow_download, s.max_downloads, s.created_at,
    array(select r.email from share_recipients r where r.share_id = s.id order by r.email) as recipients
    from shares s left join item_summaries f on f.id = s.item_id where s.owner_id = $1 order by s.created_at`,
  requests: `select id, title, message, expires_at, closed_at, received_files, received_bytes, created_at
    from file_requests where owner_id = $1 order by created_at`,
  access_log: `select l.share_id, l.occurred_at, l.action, l.visitor_count, l.recipient, l.item_id, l.item_name, l.bytes,
      l.completed from share_access_log l join shares s on s.id = l.share_id where s.owner_id = $1 order by l.id`,
} as const

/** Share links, who opened them, and file requests of an account, for its export. Without passwords and tokens. */
export const exportSection = (db: Db, userId: string) => queryParts(db, parts, userId)
