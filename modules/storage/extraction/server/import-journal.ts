import type { Db } from '../../../platform/index.ts'
import type { Imported } from '../../operations/contract.ts'
import type { OperationRow } from '../../operations/index.ts'
import { type Folders, requireItem, type Scope } from '../../tree/index.ts'
import type { ExportedDetails, ImportedIds, StoredItem } from './imported-items.ts'
import { ifAccepted } from './importers.ts'

export const nothingImported: Imported = { files: 0, folders: 0, present: 0, links: 0, favorites: 0 }

interface JournalDeps {
  db: Db
  folders: Folders
}

/** Counts what an import brings, and notes which item stands for which of the export. */
export class ImportJournal {
  readonly counts: Imported
  private ids: ImportedIds = { from: [], to: [] }
  private readonly deps: JournalDeps
  private readonly scope: Scope
  constructor(deps: JournalDeps, { imported }: OperationRow, scope: Scope) {
    this.deps = deps
    this.scope = scope
    this.counts = { ...nothingImported, ...imported }
  }

  file({ id, isNew }: StoredItem, details: ExportedDetails | null | undefined): void {
    this.counts[isNew ? 'files' : 'present'] += 1
    this.note(id, details)
  }

  /** Color and emoji are those of the export where the folder has none. */
  async folder({ id, isNew }: StoredItem, details: ExportedDetails | null | undefined): Promise<void> {
    if (isNew) this.counts.folders += 1
    this.note(id, details)
    if (!id || !details?.look) return
    const { db, folders } = this.deps
    const { look } = details
    // Rejected are an emoji of a later version of Unicode, and a folder that somebody has removed.
    await ifAccepted(async () => {
      const { item } = await requireItem(db, this.scope, id)
      if (item.color === null && item.emoji === null) await folders.rename(this.scope, id, look)
    })
  }

  /** Notes since the last call. */
  take(): { imported: Imported; ids: ImportedIds } {
    const { ids } = this
    this.ids = { from: [], to: [] }
    return { imported: this.counts, ids }
  }

  private note(id: string | null, details: ExportedDetails | null | undefined): void {
    if (!id || !details) return
    this.ids.from.push(details.id)
    this.ids.to.push(id)
  }
}
