import type { Db } from '../../../platform/index.ts'
import type { Actor, Scope, TargetItems } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'

/** Selections that do not fit into a URL, stored for a day, so that browsers can resume downloads. */
export class ZipRequests {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Resolves with an id that is valid for this caller and scope. All visitors of a link are one caller: in a frame on
   * another site a browser has no cookie, so that its download comes from another visitor.
   */
  async save(scope: Scope, targets: TargetItems): Promise<string> {
    const [row] = await this.db.query<{ id: string }>(
      `insert into zip_requests (principal, owner_id, root_id, selection, expires_at)
       values ($1, $2, $3, $4, now() + interval '1 day') returning id`,
      [principalOf(scope.actor), scope.ownerId, scope.root, JSON.stringify(withoutRepetitions(targets))],
    )
    return (row as { id: string }).id
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
