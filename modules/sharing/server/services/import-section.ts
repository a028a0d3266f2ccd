import { compileCheck, type Db } from '../../../platform/index.ts'
import {
  array,
  boolean,
  codeOf,
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
import { type ImportCall, type ImportedItem, type Importer, ifAccepted } from '../../../storage/index.ts'
import { Email } from '../../../users/contract.ts'
import { type CreateShareLink, maxLabelLength, maxRecipients, slugPattern } from '../../contract.ts'
import { isLinkOpenSql, type OwnedShareLinkRow } from '../share-link.row.ts'
import type { ShareLinks } from './share-links.ts'

/** A link as `exportSharingSection` writes it. */
const Link = object({
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
type Link = Static<typeof Link>
const Request = object({ title: optional(nullable(string())), closed_at: nullable(timestamp()) })
const [checkLink, checkRequest] = [compileCheck(Link, 'body'), compileCheck(Request, 'body')]

interface ImportDeps {
  db: Db
  shareLinks: ShareLinks
}

/** Downloads that are left of the limit: the new link counts from zero. */
const remaining = ({ max_downloads, downloads }: Link): number | null =>
  max_downloads === null ? null : max_downloads - downloads

const isSame = (link: Link, existing: OwnedShareLinkRow): boolean =>
  existing.permission === link.permission &&
  existing.label === link.label &&
  (existing.expires_at?.getTime() ?? null) === (link.expires_at === null ? null : Date.parse(link.expires_at)) &&
  existing.allow_download === link.allow_download &&
  [link.max_downloads, remaining(link)].includes(existing.max_downloads) &&
  existing.allow_indexing === link.allow_indexing &&
  existing.require_email_code === link.require_email_code &&
  existing.notify_on_download === link.notify_on_download &&
  existing.recipients
    .map(({ email }) => email)
    .toSorted()
    .join() === link.recipients.toSorted().join()

const inputOf = (link: Link, { id, isFolder }: ImportedItem): CreateShareLink => ({
  id,
  type: isFolder ? 'folder' : 'file',
  permission: link.permission,
  expires_at: link.expires_at,
  download: link.allow_download,
  max_downloads: remaining(link),
  slug: link.slug,
  label: link.label,
  allow_indexing: link.allow_indexing,
  require_email_code: link.require_email_code,
  notify_on_download: link.notify_on_download,
  emails: link.recipients,
})

/** Imports the links of one account. */
class LinkImport {
  /** Links of the account's items that stand for none of the export yet, so that two alike stay two. */
  private readonly present = new Map<string, OwnedShareLinkRow[]>()
  private readonly deps: ImportDeps
  private readonly call: ImportCall
  constructor(deps: ImportDeps, call: ImportCall) {
    this.deps = deps
    this.call = call
  }

  async add(link: Link): Promise<void> {
    const { itemOf, isMixed, leaveOut, count } = this.call
    const item = await itemOf(link.item_id)
    const name = item?.name ?? link.item ?? ''
    // Its password is not in the export, and without one it would be open.
    if (link.has_password) return leaveOut('link-with-password', name)
    const hasExpired = link.expires_at !== null && !(new Date(link.expires_at) > (await this.deps.db.now()))
    if (hasExpired || remaining(link) === 0 || (remaining(link) ?? 1) < 0) return leaveOut('link-ended', name)
    // Rejected where the item has gone to the trash since.
    if (!item) return leaveOut('link-rejected', name)
    if (!(await ifAccepted(() => this.findSame(link, item)))) {
      if (item.isFolder && (await isMixed(item.id))) return leaveOut('link-merged', name)
      if (!(await this.create(link, item))) return leaveOut('link-rejected', name)
    }
    count('links')
  }

  /** Whether the item has a link with the same options, first of all with the same address, for this one alone. */
  private async findSame(link: Link, { id }: ImportedItem): Promise<boolean> {
    const rows = this.present.get(id) ?? (await this.deps.shareLinks.ofItem(this.call.scope, id))
    const all = rows.filter((existing) => isSame(link, existing))
    const same = all.find(({ slug }) => slug === link.slug) ?? all.find(({ slug }) => slug === null)
    this.present.set(
      id,
      rows.filter((existing) => existing !== same),
    )
    return same !== undefined
  }

  private async create(link: Link, item: ImportedItem): Promise<boolean> {
    const { scope, leaveOut } = this.call
    const create = (input: CreateShareLink) => this.deps.shareLinks.create(scope, input, { isMailed: false })
    const created = await ifAccepted(() =>
      create(inputOf(link, item)).catch((error: unknown) => {
        if (link.slug === null || codeOf(error) !== 'slug-taken') throw error
        leaveOut('link-address', item.name)
        return create({ ...inputOf(link, item), slug: null })
      }),
    )
    return created !== null
  }
}

/** Items of the account that were open by links before the import. */
const openBeforeSql = `select distinct item_id as id from shares s
  where s.owner_id = $1 and s.created_at < $2 and ${isLinkOpenSql('s')}`

/** Tells the folders whose visitors see what the import has put into them. */
const tellOpenFolders = async (db: Db, { scope, startedAt, receiving, leaveOut }: ImportCall): Promise<void> => {
  const open = await db.query<{ id: string }>(openBeforeSql, [scope.ownerId, startedAt], 'sharing.open-before')
  for (const { name } of await receiving(open.map(({ id }) => id))) leaveOut('open-folder', name)
}

/**
 * Share links as the account could create them by hand, with the same options, without an email. Links with a password, ended ones, and those of
 * folders with other content are left out, and so are upload requests: their folders and uploaders are not in the export.
 */
export const sharingImporter =
  (deps: ImportDeps): Importer =>
  async (call) => {
    await tellOpenFolders(deps.db, call)
    const links = new LinkImport(deps, call)
    for await (const row of call.rows('links')) {
      const link = await ifAccepted(async () => checkLink(row) as Link)
      if (link) await links.add(link)
      else call.leaveOut('link-rejected', '')
    }
    for await (const row of call.rows('requests')) {
      const request = await ifAccepted(async () => checkRequest(row) as Static<typeof Request>)
      if (request && request.closed_at === null) call.leaveOut('upload-request', request.title ?? '')
    }
  }
