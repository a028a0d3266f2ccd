import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { Email } from '../../../users/contract.ts'
import { maxLabelLength, maxRecipients, slugPattern } from '../../contract.ts'
import type { OwnedShareLinkRow } from '../share-link.row.ts'

/** A link as `exportSharingSection` writes it. */
export const ExportedLink = object({
  item_id: uuid(),
  item: optional(nullable(string())),
  permission: oneOf(['visitor', 'editor']),
  has_password: boolean(),
  slug: nullable(string({ pattern: slugPattern })),
  label: nullable(string({ maxLength: maxLabelLength })),
  expires_at: nullable(timestamp()),
  allow_download: boolean(),
  max_downloads: nullable(integer({ minimum: 1, maximum: 1_000_000 })),
  downloads: integer({ minimum: 0 }),
  allow_indexing: boolean(),
  require_email_code: boolean(),
  notify_on_download: oneOf(['never', 'first', 'each']),
  recipients: array(Email, { maxItems: maxRecipients }),
})
export type ExportedLink = Static<typeof ExportedLink>

/** Downloads that are left of the limit: the new link counts from zero. */
export const remaining = ({ max_downloads, downloads }: ExportedLink): number | null =>
  max_downloads === null ? null : max_downloads - downloads

/** One text for links with the same options, so that they are found without comparing all of an item's links. */
export const linkKeyOf = (link: Omit<ExportedLink, 'item_id' | 'item' | 'has_password' | 'downloads'>): string =>
  JSON.stringify([
    link.slug,
    link.max_downloads,
    link.permission,
    link.label,
    link.expires_at === null ? null : Date.parse(link.expires_at),
    link.allow_download,
    link.allow_indexing,
    link.require_email_code,
    link.notify_on_download,
    link.recipients.toSorted(),
  ])

export const linkKeyOfRow = ({ expires_at, recipients, ...row }: OwnedShareLinkRow): string =>
  linkKeyOf({ ...row, expires_at: expires_at?.toISOString() ?? null, recipients: recipients.map(({ email }) => email) })

/** Takes one of that key away; false where none is left. */
export const takeOne = (counts: Map<string, number>, key: string): boolean => {
  const count = counts.get(key) ?? 0
  if (count > 0) counts.set(key, count - 1)
  return count > 0
}
