import type { Db } from '../../../platform/index.ts'
import { type ExportedLists, type PagedQuery, pagedLists, queryPages } from '../../../users/index.ts'
import { linkDownloadsSql } from '../share-link.row.ts'

const byAge = { 's.created_at': 'timestamptz', 's.id': 'uuid' }
const lists = {
  links: {
    columns: `s.id, s.item_id, f.name as item, s.permission, s.slug, s.password_hash is not null as has_password, s.expires_at,
      s.label, s.allow_download, s.max_downloads, ${linkDownloadsSql} as downloads, s.allow_indexing, s.require_email_code,
      s.notify_on_download, s.created_at,
      array(select r.email from share_recipients r where r.share_id = s.id order by r.email) as recipients`,
    from: 'shares s left join item_summaries f on f.id = s.item_id where s.owner_id = $1',
    key: byAge,
  },
  requests: {
    columns: 'id, title, message, expires_at, closed_at, received_files, received_bytes, created_at',
    from: 'file_requests where owner_id = $1',
    key: { created_at: 'timestamptz', id: 'uuid' },
  },
} satisfies Record<string, PagedQuery>

const linkIds: PagedQuery = { columns: 's.id', from: 'shares s where s.owner_id = $1', key: byAge }
const accessesOfLink: PagedQuery = {
  columns: 'share_id, occurred_at, action, visitor_count, recipient, item_id, item_name, bytes, completed',
  from: 'share_access_log where share_id = $1',
  key: { id: 'bigint' },
}

/** Read link by link: the log has an index by link, but none by account. */
async function* accessLog(db: Db, userId: string) {
  for await (const { id } of queryPages<{ id: string }>(db, linkIds, userId)) yield* queryPages(db, accessesOfLink, id)
}

/** Share links, who opened them, and file requests of an account, for its export. Without passwords and tokens. */
export const exportSharingSection = (db: Db, userId: string): ExportedLists => ({
  ...pagedLists(db, lists, userId),
  access_log: accessLog(db, userId),
})
