import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, sha256 } from '../../../platform/index.ts'
import type { Ground, Scope } from '../../../storage/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import { sharingErrors } from '../errors.ts'
import type { Gates } from '../gates.ts'
import { type GuestRow, type RequestRow, requestColumns } from '../request.row.ts'
import type { RequestGuests } from './request-guests.ts'

/** A request as this call meets it. */
export interface Asked {
  request: RequestRow
  owner: Account
  /** The caller, where this browser has come in before. */
  guest: GuestRow | null
}

/** One that is open to this guest. */
export interface Entered extends Asked {
  guest: GuestRow
}

/** Who a guest's fetched files come from. */
export type RequestGround = Ground & { kind: 'request'; request: string; guest: string }

export interface RequestGuardDeps {
  db: Db
  users: Pick<Users, 'accounts'>
  gates: Gates
  guests: RequestGuests
}

/** The one way into an upload request, asked at each call: its row, its owner, its status, its time, its guest. */
export class RequestGuard {
  private readonly deps: RequestGuardDeps
  constructor(deps: RequestGuardDeps) {
    this.deps = deps
  }

  /** In any status. 404 unknown, or its owner is gone. */
  async find(request: FastifyRequest, token: string): Promise<Asked> {
    const row = await this.row('token_hash', sha256(token))
    const owner = row && (await this.deps.users.accounts.byId(row.owner_id))
    if (!row || !owner) throw sharingErrors.fail('request-not-found')
    return { request: row, owner, guest: await this.deps.guests.of(request, row) }
  }

  /** As `find`; 410 once it is filled or expired, 401 while its owner is restricted. */
  async open(request: FastifyRequest, token: string): Promise<Asked> {
    const asked = await this.find(request, token)
    if (asked.request.status !== 'active') throw sharingErrors.fail('request-closed')
    if (!(await this.deps.gates.canVisitShared(asked.owner.id)).allowed) throw sharingErrors.fail('request-unavailable')
    return asked
  }

  /** As `open`, and the browser is a guest from now on. */
  async enter(request: FastifyRequest, reply: FastifyReply, token: string): Promise<Entered> {
    const asked = await this.open(request, token)
    return { ...asked, guest: asked.guest ?? (await this.deps.guests.add(request, reply, asked.request)) }
  }

  /** As `enter`, and they have said who they are where the owner wants to know. 422, at `fields` where this call has them. */
  async enterNamed(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    fields?: { name: string; email: string },
  ): Promise<Entered> {
    const entered = await this.enter(request, reply, token)
    const { require_name, require_email } = entered.request
    if (require_name && !entered.guest.name)
      throw sharingErrors.fail('guest-name-needed', fields && { field: fields.name })
    if (require_email && !entered.guest.email)
      throw sharingErrors.fail('guest-email-needed', fields && { field: fields.email })
    return entered
  }

  /** A guest who entered before, while that would still be open to them; else null. */
  async again(ground: RequestGround): Promise<Entered | null> {
    const { users, gates, guests } = this.deps
    const [request, guest] = await Promise.all([this.row('id', ground.request), guests.byId(ground)])
    if (!guest || request?.status !== 'active') return null
    const owner = await users.accounts.byId(request.owner_id)
    return owner && (await gates.canVisitShared(owner.id)).allowed ? { request, owner, guest } : null
  }

  private async row(by: 'id' | 'token_hash', value: unknown): Promise<RequestRow | undefined> {
    const [row] = await this.deps.db.query<RequestRow>(
      `select ${requestColumns} from upload_requests r where r.${by} = $1`,
      [value],
      `sharing.request-by-${by}`,
    )
    return row
  }
}

/** Uploads one guest may have open at once (A29). */
const openUploads = 10
export const keyPrefixOf = (requestId: string) => `request:${requestId}:`

/** Uploads of a guest are found by the caller's key alone: their state and end need no folder. */
export const nowhere = '00000000-0000-0000-0000-000000000000'

/** On the owner's account, below `root`; which items of it are the guest's own is asked besides (`Received`). */
export const guestScope = ({ request, guest }: Asked, root: string): Scope => ({
  root,
  ownerId: request.owner_id,
  actor: {
    userId: null,
    key: `${keyPrefixOf(request.id)}${guest?.id ?? ''}`,
    group: keyPrefixOf(request.id),
    openUploads,
  },
  permission: 'editor',
  ground: guest && ({ kind: 'request', request: request.id, guest: guest.id } satisfies RequestGround),
})

/** The request's own deeds: making its folders, taking back what was too much. */
export const requestScope = (request: Pick<RequestRow, 'id' | 'owner_id'>): Scope => ({
  root: null,
  ownerId: request.owner_id,
  actor: { userId: null, key: `request:${request.id}` },
  permission: 'owner',
})
