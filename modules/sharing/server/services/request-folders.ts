import type { Db, Platform } from '../../../platform/index.ts'
import { checkName, forbiddenInNames } from '../../../storage/contract.ts'
import type { ItemRow, Scope, StorageApi } from '../../../storage/index.ts'
import type { Received } from './received.ts'
import { type Asked, type Entered, guestScope, requestScope } from './request-guard.ts'

export interface RequestFoldersDeps {
  db: Db
  storage: StorageApi
  received: Received
  i18n: Platform['i18n']
  settings: Platform['settings']
}

/** Folders of requests: made when the first file comes, again when the owner has thrown them away. */
export class RequestFolders {
  private readonly deps: RequestFoldersDeps
  /** What is being made in this process: calls at the same time wait for one another. */
  private readonly making = new Map<string, Promise<unknown>>()
  constructor(deps: RequestFoldersDeps) {
    this.deps = deps
  }

  /** The request's folder; null before the first upload and after the owner's removal. */
  async shared({ request }: Asked): Promise<ItemRow | null> {
    return this.live(requestScope(request), request.folder_id)
  }

  /** The topmost folder of this guest: their own, where each has one. */
  async top(asked: Asked): Promise<ItemRow | null> {
    const { request, guest } = asked
    if (!request.folder_per_uploader || !request.folder_id) return this.shared(asked)
    return this.live({ ...requestScope(request), root: request.folder_id }, guest?.folder_id ?? null)
  }

  /** The same, made where it is missing. */
  // i18n-keys: sharing:request.folder, sharing:request.uploader
  ensureTop(entered: Entered): Promise<ItemRow> {
    const { request, guest } = entered
    return this.inTurn(request.id, async () => {
      const shared = await this.ensure(
        requestScope(request),
        'upload_requests',
        request.id,
        {
          name: request.name ?? request.title,
          fallback: await this.text('request.folder', { date: await this.date(request.created_at) }),
        },
        () => this.live(requestScope(request), request.parent_id),
      )
      if (!request.folder_per_uploader) return shared
      const name = guest.name ?? guest.email
      const fallback = await this.text('request.uploader', { code: guest.id.slice(0, 4) })
      const scope: Scope = { ...requestScope(request), root: shared.id }
      return this.ensure(scope, 'request_guests', guest.id, { name, fallback }, async () => shared)
    })
  }

  /** The guest's folder at the end of a path below `parent`; others' folders of the same names are not theirs. */
  at(entered: Entered, root: string, parent: string, names: readonly string[]): Promise<string> {
    if (names.length === 0) return Promise.resolve(parent)
    return this.inTurn(entered.guest.id, async () => {
      let current = parent
      for (const name of names) {
        const known = await this.deps.received.folderNamed(entered.guest, current, name)
        current = known ?? (await this.make(entered, root, current, name))
      }
      return current
    })
  }

  private async make(entered: Entered, root: string, parent: string, name: string): Promise<string> {
    const folder = await this.deps.storage.folders.create(guestScope(entered, root), { name, parent_id: parent })
    await this.deps.received.addFolder(entered, folder.id)
    return folder.id
  }

  /** The live folder a row names, or a new one written there; of two made at once the later is taken back. */
  private async ensure(
    scope: Scope,
    table: 'upload_requests' | 'request_guests',
    id: string,
    { name, fallback }: { name: string | null; fallback: string },
    parentOf: () => Promise<ItemRow | null>,
  ): Promise<ItemRow> {
    const { db, storage } = this.deps
    const known = async () => {
      const [row] = await db.query<{ folder_id: string | null }>(`select folder_id from ${table} where id = $1`, [id])
      return row?.folder_id ?? null
    }
    const old = await known()
    const there = await this.live(scope, old)
    if (there) return there
    const parent = await parentOf()
    const made = await storage.folders.create(scope, {
      name: nameOf(name ?? '') ?? nameOf(fallback) ?? 'Upload',
      parent_id: parent?.id ?? null,
    })
    const won = await db.query(
      `update ${table} set folder_id = $2 where id = $1 and folder_id is not distinct from $3::uuid returning id`,
      [id, made.id, old],
    )
    if (won.length > 0) return made
    await storage.trash.remove(scope, { items: [{ id: made.id, type: 'folder', force_delete: true }] })
    return storage.browse.live(scope, (await known()) ?? '')
  }

  private async live(scope: Scope, id: string | null): Promise<ItemRow | null> {
    if (id === null) return null
    return this.deps.storage.browse.live(scope, id).catch((error: { status?: number }) => {
      if (error.status === 404) return null
      throw error
    })
  }

  private async inTurn<T>(key: string, deed: () => Promise<T>): Promise<T> {
    const before = this.making.get(key) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(deed)
    this.making.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.making.get(key) === mine) this.making.delete(key)
    }
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
