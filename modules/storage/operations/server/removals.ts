import type { RemoveInput, Scope, Trash } from '../../tree/index.ts'
import { recordRemoval } from './operation.row.ts'

/** What a removal trashed, and the operation that undoes it; null when nothing was trashed. */
export interface Removed {
  at: Date | null
  operation: string | null
}

/** Moves items to the trash or deletes them permanently, before the response. */
export class Removals {
  private readonly trash: Trash
  constructor(trash: Trash) {
    this.trash = trash
  }

  /** As `Trash.remove`. Callers who may not restore from the trash undo their own removal by its operation. */
  async remove(scope: Scope, input: RemoveInput): Promise<Removed> {
    let operation: string | null = null
    const at = await this.trash.remove(scope, input, async (tx, selected) => {
      const recorded = await recordRemoval(tx, scope, selected)
      operation = recorded?.id ?? null
      return recorded?.created_at ?? null
    })
    return { at, operation: at && operation }
  }
}
