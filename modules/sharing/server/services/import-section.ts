import { compileRowReader, type Db } from '../../../platform/index.ts'
import { codeOf, nullable, object, optional, string, timestamp } from '../../../shared/contract.ts'
import { type ImportCall, type ImportedItem, type Importer, ifAccepted } from '../../../storage/index.ts'
import type { CreateShareLink } from '../../contract.ts'
import { isLinkOpenSql } from '../share-link.row.ts'
import { ExportedLink, linkKeyOf, linkKeyOfRow, remaining, takeOne } from './exported-link.ts'
import type { ShareLinks } from './share-links.ts'

const Request = object({ title: optional(nullable(string())), closed_at: nullable(timestamp()) })
const readLink = compileRowReader(ExportedLink)
const readRequest = compileRowReader(Request)

interface ImportDeps {
  db: Db
  shareLinks: ShareLinks
}

const inputOf = (link: ExportedLink, { id, isFolder }: ImportedItem): CreateShareLink => ({
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
  /** How many links of an item, by their keys, stand for none of the export yet, so that two alike stay two. */
  private readonly present = new Map<string, Map<string, number>>()
  private readonly deps: ImportDeps
  private readonly call: ImportCall
  constructor(deps: ImportDeps, call: ImportCall) {
    this.deps = deps
    this.call = call
  }

  async add(link: ExportedLink): Promise<void> {
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
  private async findSame(link: ExportedLink, { id, name }: ImportedItem): Promise<boolean> {
    const present = this.present.get(id) ?? (await this.readPresent(id))
    for (const slug of new Set([link.slug, null]))
      for (const max_downloads of new Set([remaining(link), link.max_downloads])) {
        if (!takeOne(present, linkKeyOf({ ...link, slug, max_downloads }))) continue
        if (slug !== link.slug) this.call.leaveOut('link-address', name)
        return true
      }
    return false
  }

  private async readPresent(id: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const row of await this.deps.shareLinks.ofItem(this.call.scope, id)) {
      const key = linkKeyOfRow(row)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    this.present.set(id, counts)
    return counts
  }

  private async create(link: ExportedLink, item: ImportedItem): Promise<boolean> {
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
      const link = readLink(row)
      if (link) await links.add(link)
      else call.leaveOut('link-rejected', '')
    }
    for await (const row of call.rows('requests')) {
      const request = readRequest(row)
      if (request && request.closed_at === null) call.leaveOut('upload-request', request.title ?? '')
    }
  }
