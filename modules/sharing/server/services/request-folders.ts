import type { Platform, Tx } from '../../../platform/index.ts'
import { checkName, forbiddenInNames } from '../../../storage/contract.ts'
import type { ItemRow, Scope, StorageApi } from '../../../storage/index.ts'
import type { Received } from './received.ts'
import { type Asked, type Entered, guestScope, requestScope } from './request-guard.ts'

export interface RequestFoldersDeps {
  storage: StorageApi
  received: Received
  i18n: Platform['i18n']
  settings: Platform['settings']
}

/**
 * Folders of requests: made with the first file, again when the owner has thrown them away. All of it happens in the
 * transaction that stores the file or makes the guest's folder, under the request's row lock: what is refused leaves
 * nothing behind, and of two firsts at once the second finds the folder of the first.
 */
export class RequestFolders {
  private readonly deps: RequestFoldersDeps
  constructor(deps: RequestFoldersDeps) {
    this.deps = deps
  }

  /** The request's folder; null before the first upload and after the owner's removal. */
  async shared({ request }: Asked): Promise<ItemRow | null> {
    return this.live(requestScope(request), request.folder_id)
  }

  /**
   * The topmost folder of this guest: their own, where each has one, under the name that they gave: another guest of that
   * name is not told of by a number (A18).
   */
  async top(asked: Asked): Promise<ItemRow | null> {
    const { request, guest } = asked
    if (!request.folder_per_uploader || !request.folder_id) return this.shared(asked)
    const top = await this.live({ ...requestScope(request), root: request.folder_id }, guest?.folder_id ?? null)
    return top && { ...top, name: nameOf(guest?.name ?? guest?.email ?? '') ?? top.name }
  }

  /** 401 where the owner's account may not have the folders that a file would make. */
  async allowCreation({ request }: Entered): Promise<void> {
    await this.deps.storage.folders.allowCreation(requestScope(request))
  }

  /**
   * Finds or makes the guest's folder at the end of `names` below `parentId` (null: their topmost folder). Others' folders
   * of the same names are not theirs.
   */
  async ensurePath(tx: Tx, entered: Entered, parentId: string | null, names: readonly string[]): Promise<string> {
    const { received, storage } = this.deps
    const top = await this.ensureTop(tx, entered)
    let current = parentId ?? top
    for (const name of names) {
      const known = await received.folderNamed(tx, entered.guest, current, name)
      current = known ?? (await storage.folders.createIn(tx, guestScope(entered, top), { name, parent_id: current }))
      if (!known) await received.addFolder(tx, entered, current, name)
    }
    return current
  }

  // i18n-keys: sharing:request.folder, sharing:request.uploader
  private async ensureTop(tx: Tx, { request, guest }: Entered): Promise<string> {
    const scope = requestScope(request)
    const shared = await this.ensure(tx, scope, 'upload_requests', request.id, async () => ({
      names: [
        request.name ?? request.title,
        await this.text('request.folder', { date: await this.date(request.created_at) }),
      ],
      parent_id: request.parent_id && (await this.isLive(tx, scope, request.parent_id)) ? request.parent_id : null,
    }))
    if (!request.folder_per_uploader) return shared
    return this.ensure(tx, { ...scope, root: shared }, 'request_guests', guest.id, async () => ({
      names: [guest.name ?? guest.email, await this.text('request.uploader', { code: guest.id.slice(0, 4) })],
      parent_id: shared,
    }))
  }

  /** The live folder that a row names, or a new one that it names from now on. The row stays locked. */
  private async ensure(
    tx: Tx,
    scope: Scope,
    table: 'upload_requests' | 'request_guests',
    id: string,
    describe: () => Promise<{ names: (string | null)[]; parent_id: string | null }>,
  ): Promise<string> {
    const [row] = await tx.query<{ folder_id: string | null }>(
      `select folder_id from ${table} where id = $1 for update`,
      [id],
      `sharing.lock-${table}`,
    )
    if (row?.folder_id && (await this.isLive(tx, scope, row.folder_id))) return row.folder_id
    const { names, parent_id } = await describe()
    const name = names.map((wish) => nameOf(wish ?? '')).find((allowed) => allowed !== null) ?? 'Upload'
    const made = await this.deps.storage.folders.createIn(tx, scope, { name, parent_id })
    await tx.query(`update ${table} set folder_id = $2 where id = $1`, [id, made])
    return made
  }

  private isLive(tx: Tx, scope: Scope, id: string): Promise<boolean> {
    return this.deps.storage.folders.isLive(tx, scope, id)
  }

  private async live(scope: Scope, id: string | null): Promise<ItemRow | null> {
    if (id === null) return null
    return this.deps.storage.browse.live(scope, id).catch((error: { status?: number }) => {
      if (error.status === 404) return null
      throw error
    })
  }

  private async language(): Promise<string> {
    const { i18n, settings } = this.deps
    return i18n.match([await settings.get('language')]) ?? i18n.fallback
  }

  private async text(key: string, values: Record<string, string>): Promise<string> {
    return this.deps.i18n.translator(await this.language())(`sharing:${key}`, values)
  }

  private async date(at: Date): Promise<string> {
    return new Intl.DateTimeFormat(await this.language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
  }
}

/** What may be a folder's name, made of what people write; null when nothing is left. */
const nameOf = (wish: string): string | null => {
  const allowed = wish.replace(new RegExp(forbiddenInNames, 'gu'), '-').trim()
  const checked = checkName([...allowed].slice(0, 60).join(''))
  return 'name' in checked ? checked.name : null
}
