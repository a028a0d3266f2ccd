import { type Db, sha256 } from '../../../platform/index.ts'
import type { Actor, Scope, TargetItems } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'

/** Newest requests that are kept: of a person, of a link, of all links of an account. More could fill the disk. */
const kept = { ofPerson: 50, ofLink: 200, ofLinks: 500 }

/** SQL: the limits count the new request, which `id <> $1` leaves out; concurrent calls do not wait for each other's rows. */
const saveSql = `with saved as (
    insert into zip_requests (id, principal, owner_id, root_id, selection, expires_at)
    values ($1::uuid, $2, $3, $4, $5, now() + interval '1 day')
    on conflict (id) do update set expires_at = excluded.expires_at
  ), ranked as (
    select id, principal, starts_with(principal, 'user:') as is_person,
      row_number() over (partition by starts_with(principal, 'user:') order by expires_at desc, id) as of_kind,
      row_number() over (partition by principal order by expires_at desc, id) as of_principal
    from zip_requests where owner_id = $3 and id <> $1
  ), old as (
    select id from zip_requests where id in (
      select id from ranked where not is_person and of_kind >= ${kept.ofLinks} or principal = $2 and of_principal >= $6::int
    ) for update skip locked
  ) delete from zip_requests where id in (select id from old)`

/** Selections that do not fit into a URL, stored for a day, so that browsers can resume downloads. */
export class ZipRequests {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Resolves with an id that is valid for this caller and scope: the same one for the same selection. All visitors of a
   * link are one caller: in a frame on another site a browser has no cookie, so that its download comes from another
   * visitor.
   */
  async save(scope: Scope, targets: TargetItems): Promise<string> {
    const { actor, ownerId, root } = scope
    const content = JSON.stringify(withoutRepetitions(targets))
    const id = asUuid(sha256(JSON.stringify([principalOf(actor), ownerId, root, content])))
    const limit = actor.group === undefined ? kept.ofPerson : kept.ofLink
    await this.db.query(saveSql, [id, principalOf(actor), ownerId, root, content, limit])
    return id
  }

  /** The stored selection; 404 for another caller, another scope, or after a day. */
  async find(scope: Scope, id: string): Promise<TargetItems> {
    const [row] = await this.db.query<{ selection: TargetItems }>(
      `select selection from zip_requests
       where id = $1 and principal = $2 and owner_id = $3 and root_id is not distinct from $4 and expires_at > now()`,
      [id, principalOf(scope.actor), scope.ownerId, scope.root],
    )
    if (!row) throw storageErrors.fail('item-not-found')
    return row.selection
  }

  /** A selection of this caller, stored in any scope; null when there is none. */
  async peek(actor: Pick<Actor, 'key' | 'group'>, id: string): Promise<TargetItems | null> {
    const [row] = await this.db.query<{ selection: TargetItems }>(
      'select selection from zip_requests where id = $1 and principal = $2',
      [id, principalOf(actor)],
    )
    return row?.selection ?? null
  }

  /** Job: deletes expired requests. */
  async deleteExpired(): Promise<void> {
    await this.db.query('delete from zip_requests where expires_at < now()')
  }
}

/** Each item once. */
const withoutRepetitions = ({ items, ...others }: TargetItems): TargetItems => ({
  ...others,
  ...(items && { items: [...new Map(items.map((item) => [item.id.toLowerCase(), item])).values()] }),
})

const principalOf = ({ key, group }: Pick<Actor, 'key' | 'group'>): string => group ?? key

const asUuid = (hash: Buffer): string =>
  hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
