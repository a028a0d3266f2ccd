import type { SharePermission } from '../contract.ts'

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
}

export const shareColumns = `s.id, s.owner_id, s.item_id, s.token_sealed, s.slug, s.label, s.permission, s.password_hash,
  s.password_version, s.expire_in, s.expires_at, s.allow_download, s.max_downloads, s.allow_indexing,
  s.verify_recipients, s.notify, s.created_at, s.updated_at`

/** What the owner sees besides. */
export interface OwnedShareRow extends ShareRow {
  is_folder: boolean
  item_name: string
  parent_id: string | null
  downloads: number
  opened: number
  recipients: { id: string; email: string; verified_at: string | null }[]
}
