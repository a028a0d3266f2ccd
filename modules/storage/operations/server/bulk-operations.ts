import type { Db } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import {
  allow,
  choose,
  manyChosen,
  manyInTrees,
  type RemoveInput,
  split,
  storageErrors,
  type Trash,
  type Which,
} from '../../tree/index.ts'
import { checkMove } from './move.ts'
import type { OperationRow } from './operation.row.ts'
import type { Operations } from './operations.ts'
import { ownRoots } from './restore.ts'

/** Folders of one name may become one, row by row. */
const merges = (onConflict?: OnConflict) => onConflict !== undefined && onConflict !== 'keep-both'

/**
 * Which deeds are too large to be waited for. Each call answers null when its deed is small and was left undone, else the
 * operation that does it. What can be refused at once is refused as the small deed would.
 */
export class Large {
  private readonly db: Db
  private readonly operations: Operations
  private readonly trash: Trash
  constructor(db: Db, operations: Operations, trash: Trash) {
    this.db = db
    this.operations = operations
    this.trash = trash
  }

  /** Selections of more than 500 items; where folders may be merged, trees of more. */
  async move(scope: Scope, which: Which, to: string | null, onConflict?: OnConflict): Promise<OperationRow | null> {
    allow(scope, 'move')
    const merging = merges(onConflict)
    if (!merging && which.selection?.view !== 'files') return null
    const { chosen, target } = await checkMove(this.db, scope, which, to)
    if (!(await (merging ? manyInTrees : manyChosen)(this.db, chosen))) return null
    return this.start(scope, { kind: 'move', input: { which, ...(onConflict && { onConflict }) }, to: target })
  }

  async restore(scope: Scope, which: Which, toHome: boolean, onConflict?: OnConflict): Promise<OperationRow | null> {
    allow(scope, 'restore')
    const merging = merges(onConflict)
    if (which.selection ? which.selection.view !== 'trash' : !merging) return null
    const chosen = await choose(this.db, scope, which)
    if (!(await (merging ? manyInTrees : manyChosen)(this.db, chosen))) return null
    const own = await ownRoots(this.db, scope, which)
    return this.start(scope, { kind: 'restore', input: { which: own, toHome, ...(onConflict && { onConflict }) } })
  }

  /** To the trash: selections of more than 500. For ever: trees of more than 500 items, hidden at once when listed. */
  async remove(scope: Scope, input: RemoveInput): Promise<OperationRow | null> {
    allow(scope, 'trash')
    const { soft, hard } = split(scope, input)
    if (soft?.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const which = hard ?? soft
    if (!which || !(hard || soft?.selection)) return null
    const chosen = await choose(this.db, scope, which)
    for (const item of chosen.standings) allow(scope, 'trash', { id: item.id, owner_id: scope.ownerId })
    const many = hard ? await manyInTrees(this.db, chosen) : await manyChosen(this.db, chosen)
    if (!many) return null
    if (hard?.items) await this.trash.hide(scope, { soft, hard })
    return this.start(scope, { kind: hard ? 'purge' : 'trash', input: { which } })
  }

  /** The whole trash, when there are more than 500 items in its trees. */
  async dump(scope: Scope): Promise<OperationRow | null> {
    allow(scope, 'purge')
    const which: Which = { selection: { view: 'trash', parent_id: null, except: [] } }
    if (!(await manyInTrees(this.db, await choose(this.db, scope, which)))) return null
    return this.start(scope, { kind: 'purge', input: { which } })
  }

  private async start(scope: Scope, given: Parameters<Operations['begin']>[1]): Promise<OperationRow> {
    const row = await this.operations.begin(scope, given)
    await this.operations.enqueue(row.id)
    return row
  }
}
