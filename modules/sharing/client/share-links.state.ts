import type { ShareLink } from '../contract.ts'

/** Sections of the dialog that can show an error. */
export type ShareLinkField =
  | 'permission'
  | 'password'
  | 'expiry'
  | 'downloads'
  | 'label'
  | 'slug'
  | 'people'
  | 'notify'
  | 'indexing'

export interface ShareLinksState {
  /** `failed`: the first load, before which nothing could be shown. */
  status: 'loading' | 'ready' | 'failed'
  /** The links could not be read again: the shown ones may not be stored. */
  stale: boolean
  /** Newest first, with all pending edits. */
  links: readonly ShareLink[]
  /** Id of the selected link. */
  current: string | null
  /** Number of calls that are running, or whose outcome is unknown. */
  busy: number
  /** Ms since 1970 of the last saved edit. */
  savedAt: number | null
  /** Sections with input that closing the dialog would lose: emails that the link was not sent to, or a short password. */
  unsent: Partial<Record<ShareLinkField, true>>
  /** Error of a section's last edit. */
  errors: Partial<Record<ShareLinkField, string>>
}
