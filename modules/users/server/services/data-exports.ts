import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type Platform, platformErrors, type Tx } from '../../../platform/index.ts'
import { exportDays, exportReady } from '../../contract.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import { type ExportedFile, type ExportItems, exportArchive } from './export-archive.ts'

/** Name → rows of a list. The rows are read page by page while the list is written to the archive. */
export type ExportedLists = Readonly<Record<string, AsyncIterable<unknown>>>

/** A module's lists about one account. */
type ExportSection = (userId: string) => ExportedLists

export interface ExportRow {
  requested_at: Date
  ready_at: Date | null
  expires_at: Date | null
}

interface DataExportsDeps {
  platform: Pick<Platform, 'db' | 'jobs' | 'limiter' | 'audit' | 'realtime' | 'i18n' | 'settings'>
  accounts: Accounts
  mails: AccountMails
}

/**
 * Marks by which an import knows an export (modules/storage/extraction/server/export-lists.ts). A later version is one that an import of this one
 * would misunderstand; further lists and fields are none.
 */
const exportFormat = { format: 'coffer-export', version: 1 }

const job = 'prepare-export'
const shown = 'requested_at, ready_at, expires_at'
/** An export that is prepared for longer has failed: its job ends after five attempts. It can be requested again. */
const maxPreparation = "interval '1 hour'"

/**
 * Exports all data of an account. No copy is stored: the data is read page by page during the download, so that memory
 * grows with the number of files only. The job marks the export as ready and sends the email.
 */
export class DataExports {
  private readonly sections = new Map<string, ExportSection>()
  private items: ExportItems = async function* () {}
  /** Accounts whose export is being sent. Archiver keeps every entry of an archive in memory until its end. */
  private readonly downloading = new Set<string>()
  private readonly deps: DataExportsDeps
  constructor(deps: DataExportsDeps) {
    this.deps = deps
    deps.platform.realtime.describe(exportReady, async () => ({}))
    deps.platform.jobs.define(job, (payload) => this.prepare((payload as { userId: string }).userId))
  }

  /** Registers a module's lists: `data/{name}/{list}.json`. Throws when the name is taken. */
  provideSection(name: string, section: ExportSection): void {
    if (this.sections.has(name)) throw new Error(`two modules export ${name}`)
    this.sections.set(name, section)
  }

  /** Registers the module that stores the files. */
  provideItems(items: ExportItems): void {
    this.items = items
  }

  /** Replaces an earlier export. 429 after 5 a day. */
  async request({ id }: Pick<Account, 'id'>, ip: string): Promise<ExportRow> {
    const { db, jobs, limiter, audit } = this.deps.platform
    const replace = async (tx: Tx) => {
      const [row] = await tx.query<ExportRow>(
        `insert into data_exports (user_id) values ($1) on conflict (user_id) do update
           set requested_at = now(), ready_at = null, expires_at = null returning ${shown}`,
        [id],
      )
      await jobs.add(job, { userId: id }, { tx, key: `${job}:${id}` })
      await audit({ actorId: id, ip, action: 'users.export.requested', target: id }, tx)
      return row as ExportRow
    }
    return limiter.attempt([{ limit: rateLimits.dataExportsPerAccount, subject: [id] }], () => db.transaction(replace))
  }

  /** Null when none was requested, it has expired, or could not be prepared. */
  async find(userId: string): Promise<ExportRow | null> {
    const [row] = await this.deps.platform.db.query<ExportRow>(
      `select ${shown} from data_exports where user_id = $1 and coalesce(expires_at, requested_at + ${maxPreparation}) > now()`,
      [userId],
    )
    return row ?? null
  }

  /** The zip. 404 unless one is ready; 429 while the account downloads it already. */
  async open(userId: string, ip: string): Promise<Readable> {
    const ready = await this.deps.platform.db
      .builder<UsersTables>()
      .selectFrom('data_exports')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('ready_at', 'is not', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (!ready) throw platformErrors.fail('not-found')
    if (this.downloading.has(userId)) throw usersErrors.fail('export-downloading')
    this.downloading.add(userId)
    try {
      const archive = await this.archive(userId, ip)
      return archive.once('close', () => this.downloading.delete(userId))
    } catch (error) {
      this.downloading.delete(userId)
      throw error
    }
  }

  private async archive(userId: string, ip: string): Promise<Readable> {
    const { db, audit, i18n, settings } = this.deps.platform
    await audit({ actorId: userId, ip, action: 'users.export.downloaded', target: userId })
    const account = await this.deps.accounts.byId(userId)
    const t = i18n.translator(i18n.localeOf(account?.locale, await settings.get('language')))
    const pictures = await db.query<{ content: Buffer }>('select md as content from user_avatars where user_id = $1', [
      userId,
    ])
    return exportArchive({
      files: [...this.filesOf(userId), ...pictures.map(({ content }) => ({ name: 'picture.webp', content }))],
      items: () => this.items(userId),
      textOf: ({ namespace, code }) => t(`${namespace}:error.${code}`),
    })
  }

  /** A manifest that names all files, then each list as a file. */
  private filesOf(userId: string): ExportedFile[] {
    const lists = [...this.sections].flatMap(([section, listsOf]) =>
      Object.entries(listsOf(userId)).map(([list, content]) => ({ name: `data/${section}/${list}.json`, content })),
    )
    const manifest = {
      ...exportFormat,
      exported_at: new Date(),
      files: ['items.json', ...lists.map(({ name }) => name)],
    }
    return [{ name: 'manifest.json', content: `${JSON.stringify(manifest, null, 2)}\n` }, ...lists]
  }

  async deleteExpired(): Promise<void> {
    await this.deps.platform.db.query(
      `delete from data_exports where coalesce(expires_at, requested_at + ${maxPreparation}) < now()`,
    )
  }

  private async prepare(userId: string): Promise<void> {
    const account = await this.deps.accounts.byId(userId)
    if (!account) return
    const { db, realtime } = this.deps.platform
    const isReady = await db.transaction(async (tx) => {
      const ready = await tx.query(
        `update data_exports set ready_at = now(), expires_at = now() + make_interval(days => ${exportDays})
         where user_id = $1 and ready_at is null returning user_id`,
        [userId],
      )
      if (ready.length > 0) await this.deps.mails.exportReady(account, tx)
      return ready.length > 0
    })
    if (isReady) realtime.publish({ userId, event: exportReady, ids: {} })
  }
}
