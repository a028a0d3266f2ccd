import type { FastifyRequest } from 'fastify'
import type { Db, Principal } from '../../../platform/index.ts'
import { BoundedMap, isUuid } from '../../../shared/contract.ts'
import type { ItemRef, Selection } from '../contract.ts'
import { requestScope } from './routes/request.ts'
import { type Actor, ownScope, type Scope } from './scope.ts'

const maxCachedOwners = 20_000

/** Gives users access to items of other accounts. Modules above storage implement it. */
export interface ScopeProvider {
  /** False when no item of another account is open to the user: then their own items cost no further query. */
  mayHaveAny(userId: string): Promise<boolean>
  /** Scope in which the user may access another account's item; null when they may not. */
  find(actor: Actor, itemId: string): Promise<Scope | null>
  /** All scopes of the user, always in the same order. */
  all(actor: Actor): Promise<Scope[]>
  /** As `all`, by what is committed now, in whichever process. */
  latest(actor: Actor): Promise<Scope[]>
}

/** Scopes of one request. */
export interface ScopeFinder {
  /** All items of the caller's own account. */
  own: Scope
  /** Whether the caller may access no items but their own. */
  ownOnly(): Promise<boolean>
  /** Scope of an item; of null, of an id that is not a uuid and of an item that is not open to the caller: the own one. */
  ofItem(itemId: string | null | undefined): Promise<Scope>
  /** The caller's own scope and the scopes that other modules give them. */
  all(): Promise<Scope[]>
}

/** Finds the scope in which a signed-in user accesses an item: their own account, or a scope that another module grants. */
export class RequestScopes {
  private readonly providers: ScopeProvider[] = []
  /** Item → owner, which never changes. */
  private readonly owners = new BoundedMap<string, string>(maxCachedOwners)
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  add(provider: ScopeProvider): void {
    this.providers.push(provider)
  }

  /** 401 without a session. */
  finder(request: FastifyRequest): ScopeFinder {
    const own = requestScope(request)
    return {
      own,
      ownOnly: async () => (await this.providersFor(own.ownerId)).length === 0,
      ofItem: (itemId) => this.find(own, itemId ?? null),
      all: () => this.allOf(own),
    }
  }

  /** Scope of an item, as `ScopeFinder.of`. */
  async ofItem(request: FastifyRequest, itemId: string | null | undefined): Promise<Scope> {
    return this.find(requestScope(request), itemId ?? null)
  }

  /** The caller's own scope and the scopes that other modules give them. */
  async all(request: FastifyRequest): Promise<Scope[]> {
    return this.allOf(requestScope(request))
  }

  /** As `all`, by what is committed now: for what is read as soon as a scope has ended, and not again. */
  async latestOf(userId: string): Promise<[Scope, ...Scope[]]> {
    const own = ownScope({ userId })
    return [own, ...(await Promise.all(this.providers.map((provider) => provider.latest(own.actor)))).flat()]
  }

  /** Like `of`, for server-rendered pages. */
  ofPrincipal(principal: Pick<Principal, 'userId'>, itemId: string): Promise<Scope> {
    return this.find(ownScope(principal), itemId)
  }

  /** Scope of the target items of a call, by the first of them: a call on items of several scopes finds not all of them. */
  ofTargets(
    request: FastifyRequest,
    { items, selection }: { items?: readonly ItemRef[]; selection?: Pick<Selection, 'parent_id'> },
  ): Promise<Scope> {
    return this.ofItem(request, items?.[0]?.id ?? selection?.parent_id)
  }

  private async allOf(own: Scope): Promise<Scope[]> {
    const providers = await this.providersFor(own.ownerId)
    return [own, ...(await Promise.all(providers.map((provider) => provider.all(own.actor)))).flat()]
  }

  private async find(own: Scope, itemId: string | null): Promise<Scope> {
    if (itemId === null || !isUuid(itemId)) return own
    const providers = await this.providersFor(own.ownerId)
    if (providers.length === 0) return own
    const owner = await this.ownerOf(itemId.toLowerCase())
    if (owner === null || owner === own.ownerId) return own
    for (const provider of providers) {
      const scope = await provider.find(own.actor, itemId)
      if (scope) return scope
    }
    return own
  }

  private async providersFor(userId: string): Promise<ScopeProvider[]> {
    const any = await Promise.all(this.providers.map((provider) => provider.mayHaveAny(userId)))
    return this.providers.filter((_provider, index) => any[index])
  }

  private async ownerOf(itemId: string): Promise<string | null> {
    const cached = this.owners.get(itemId)
    if (cached) return cached
    const [row] = await this.db.query<{ owner_id: string }>(
      'select owner_id from items where id = $1',
      [itemId],
      'storage.item-owner',
    )
    if (!row) return null
    this.owners.set(itemId, row.owner_id)
    return row.owner_id
  }
}
