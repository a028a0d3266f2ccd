import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, type Db, networkOf, type RateLimiter, randomToken, sha256 } from '../../../platform/index.ts'
import { addressOf } from '../addresses.ts'
import { type GuestRow, guestColumns, type RequestRow } from '../request.row.ts'

const life = 90 * 24 * 3600
const newPerNetwork = { limit: 60, windowSeconds: 3_600 }

/**
 * Guests are browsers: each holds an HttpOnly cookie per request, made here and kept as its hash (A13, BEYOND H4).
 * What it sends is its own.
 */
export class RequestGuests {
  private readonly db: Db
  private readonly limiter: RateLimiter
  private readonly config: Config
  constructor(db: Db, limiter: RateLimiter, config: Config) {
    this.db = db
    this.limiter = limiter
    this.config = config
  }

  /** This browser among the request's guests; null for one that has not come in yet. */
  async of(request: FastifyRequest, asked: RequestRow): Promise<GuestRow | null> {
    const token = request.cookies[cookieOf(asked)]
    if (!token) return null
    const [guest] = await this.db.query<GuestRow>(
      `select ${guestColumns} from request_guests g where g.token_hash = $1 and g.request_id = $2`,
      [sha256(token), asked.id],
      'sharing.guest',
    )
    return guest ?? null
  }

  /** For what goes on behind an answer; null when the request has gone, and its guests with it. */
  async byId({ request, guest }: { request: string; guest: string }): Promise<GuestRow | null> {
    const [row] = await this.db.query<GuestRow>(
      `select ${guestColumns} from request_guests g where g.id = $1 and g.request_id = $2`,
      [guest, request],
      'sharing.guest-by-id',
    )
    return row ?? null
  }

  /** A new guest, known by a cookie from now on. 429 for too many from one network. */
  async add(request: FastifyRequest, reply: FastifyReply, asked: RequestRow): Promise<GuestRow> {
    await this.limiter.consume(['request-guest', asked.id, networkOf(request.ip)], newPerNetwork)
    const token = randomToken(16)
    const [guest] = await this.db.query<GuestRow>(
      `insert into request_guests as g (request_id, token_hash) values ($1, $2) returning ${guestColumns}`,
      [asked.id, sha256(token)],
    )
    // Later steps of the same request must see the same one.
    request.cookies[cookieOf(asked)] = token
    const secure = this.config.appUrl.startsWith('https:')
    reply.setCookie(cookieOf(asked), token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: life })
    return guest as GuestRow
  }

  /** Who they say they are; missing fields stay. 422 for what is no address. */
  async name(guest: GuestRow, given: { name?: string | null; email?: string | null }): Promise<GuestRow> {
    const name = given.name === undefined ? guest.name : given.name?.trim().replace(/\s+/g, ' ') || null
    const email = given.email === undefined ? guest.email : given.email?.trim() ? addressOf(given.email) : null
    await this.db.query('update request_guests set name = $2, email = $3 where id = $1', [guest.id, name, email])
    return { ...guest, name, email }
  }

  /** Files and bytes a guest has sent and not taken back. */
  async sent(guest: GuestRow): Promise<{ sent: number; bytes: number }> {
    const [row] = await this.db.query<{ sent: number; bytes: number }>(
      `select count(*) as sent, coalesce(sum(size), 0) as bytes from request_items
       where guest_id = $1 and not is_folder and removed_at is null`,
      [guest.id],
      'sharing.guest-sent',
    )
    return row as { sent: number; bytes: number }
  }
}

const cookieOf = ({ id }: RequestRow) => `request_${id.slice(0, 8)}`
