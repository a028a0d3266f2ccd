import { sql } from 'kysely'
import {
  type Config,
  type Db,
  type Executor,
  networkOf,
  platformErrors,
  type RateLimiter,
  randomToken,
  sha256,
} from '../../../platform/index.ts'
import { type BotCheckProof, daySeconds } from '../../../shared/contract.ts'
import type { Grant } from '../../../storage/index.ts'
import type { FormChecks } from '../../../users/index.ts'
import { maxUploaderName } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { type FileRequestRow, type UploaderRow, uploaderColumns } from '../file-request.row.ts'
import { rateLimits } from '../rate-limits.ts'
import { validEmail } from '../validate-email.ts'
import { cookieNameOf, type LinkCall, type NewCookie, newCookie, type RequestCookies } from './link-call.ts'

const ttlSeconds = 90 * daySeconds
/** Requests in which one browser is recognized; each takes 40 bytes of its requests. */
const answeredRequests = { similar: /^(__Host-)?request_[0-9a-f]{8}$/, max: 100 }

/** Proof that a visitor gives to become an uploader: fields of a bot check, or a form that cannot have them. */
export type UploaderProof = BotCheckProof | 'html-form'

type FileRequestId = Pick<FileRequestRow, 'id'>

/** For whom the server fetches files. Storage stores it as JSON: a renamed field needs a migration. */
export type FileRequestGrant = Grant & {
  kind: 'request'
  /** Id of the file request. */
  request: string
  /** Id of the uploader. */
  uploader: string
}

/**
 * Uploaders are browsers: each has an HttpOnly cookie per request, created by the server and stored as its hash (A13). A
 * browser's uploads are its own.
 */
export class FileRequestUploaders {
  private readonly db: Db
  private readonly limiter: RateLimiter
  private readonly config: Config
  private readonly visitorChecks: FormChecks
  constructor(db: Db, limiter: RateLimiter, config: Config, visitorChecks: FormChecks) {
    this.db = db
    this.limiter = limiter
    this.config = config
    this.visitorChecks = visitorChecks
  }

  /** This browser among the request's uploaders; null when it has not uploaded or identified itself yet. */
  async find(cookies: RequestCookies, fileRequest: FileRequestId): Promise<UploaderRow | null> {
    const token = cookies[cookieNameOf(this.config, cookieName(fileRequest))] ?? this.oldToken(cookies, fileRequest)
    return token ? this.row('token_hash', sha256(token), fileRequest.id) : null
  }

  /** The cookie that replaces one of the old name, by which `find` has found an uploader; null where there is none. */
  renewed(cookies: RequestCookies, fileRequest: FileRequestId): NewCookie | null {
    const token = this.oldToken(cookies, fileRequest)
    return token === undefined ? null : this.cookieOf(fileRequest, token)
  }

  /**
   * Token of a cookie without the prefix, presented alone: until the end of November 2026 cookies over HTTPS had none, and it is
   * the only proof of what its browser has sent. They last 90 days: remove this after 2027-06-01.
   */
  private oldToken(cookies: RequestCookies, fileRequest: FileRequestId): string | undefined {
    const name = cookieName(fileRequest)
    const current = cookieNameOf(this.config, name)
    return current === name || cookies[current] !== undefined ? undefined : cookies[name]
  }

  private cookieOf(fileRequest: FileRequestId, value: string): NewCookie {
    return newCookie(this.config, { name: cookieName(fileRequest), value, ttlSeconds, bound: answeredRequests })
  }

  /** For work after the response; null when the request, and its uploaders with it, was deleted. */
  byGrant({ request, uploader }: FileRequestGrant): Promise<UploaderRow | null> {
    return this.row('id', uploader, request)
  }

  // Prepared SQL: each chunk of an upload looks its uploader up.
  private async row(column: 'id' | 'token_hash', value: unknown, requestId: string): Promise<UploaderRow | null> {
    const [row] = await this.db.query<UploaderRow>(
      `select ${uploaderColumns.join(', ')} from file_request_uploaders where ${column} = $1 and request_id = $2`,
      [value, requestId],
      `sharing.uploader-by-${column}`,
    )
    return row ?? null
  }

  /**
   * A new uploader, and the cookie by which the browser is recognized from now on. 429 for too many from one network; while
   * a bot check is on, 422 without a proof that passes, and a narrower limit for the form without JavaScript.
   */
  async add(
    caller: Pick<LinkCall, 'ip' | 'principal'>,
    fileRequest: FileRequestId,
    proof: UploaderProof,
  ): Promise<{ uploader: UploaderRow; cookie: NewCookie }> {
    const isForm = proof === 'html-form'
    if (!isForm) await this.visitorChecks.requireOf(caller, proof)
    const counters = isForm ? await this.visitorChecks.uncheckedCounters(caller, 'file-request') : []
    const subject = [fileRequest.id, networkOf(caller.ip)]
    counters.push({ limit: rateLimits.newUploadersPerRequestAndNetwork, subject })
    const token = randomToken(16)
    const uploader = await this.limiter.attempt(counters, () =>
      this.db
        .builder<SharingTables>()
        .insertInto('file_request_uploaders')
        .values({ request_id: fileRequest.id, token_hash: sha256(token) })
        .returning(uploaderColumns)
        .executeTakeFirstOrThrow(),
    )
    return { uploader, cookie: this.cookieOf(fileRequest, token) }
  }

  /**
   * Sets name and email; missing fields stay unchanged. 422 for an invalid email, and for a name that is too long: no schema
   * checks the form without JavaScript. `locale`: the page's, for the receipt.
   */
  async identify(
    uploader: UploaderRow,
    input: { name?: string | null; email?: string | null },
    locale: string,
  ): Promise<UploaderRow> {
    const name = input.name === undefined ? uploader.name : input.name?.trim().replace(/\s+/g, ' ') || null
    if (name && Array.from(name).length > maxUploaderName)
      throw platformErrors.fail('validation-failed', { errors: { name: ['platform:validation.too-long'] } })
    const email = input.email === undefined ? uploader.email : input.email?.trim() ? validEmail(input.email) : null
    await this.db
      .builder<SharingTables>()
      .updateTable('file_request_uploaders')
      .set({ name, email, locale })
      .where('id', '=', uploader.id)
      .execute()
    return { ...uploader, name, email, locale }
  }

  /** Files and bytes that an uploader has sent and not deleted. */
  sent(uploader: Pick<UploaderRow, 'id'>, executor: Executor = this.db): Promise<{ sent: number; bytes: number }> {
    return executor
      .builder<SharingTables>()
      .selectFrom('file_request_items')
      .select(({ fn }) => [
        fn.countAll<number>().as('sent'),
        fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('bytes'),
      ])
      .where('uploader_id', '=', uploader.id)
      .where('is_folder', '=', false)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
  }
}

const cookieName = ({ id }: FileRequestId) => `request_${id.slice(0, 8)}`
