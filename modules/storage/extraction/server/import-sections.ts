import type { Db } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import type { Imported } from '../../operations/contract.ts'
import { endOperation, type OperationRow } from '../../operations/index.ts'
import { DamagedEntryError } from './entry-content.ts'
import type { ExportLists } from './export-lists.ts'
import { nothingImported } from './import-journal.ts'
import { ImportPlaces } from './import-places.ts'
import type { ImportCall, ImportedItem, Importers } from './importers.ts'
import { LeftOutEntries } from './left-out-entries.ts'

interface SectionsDeps {
  db: Db
  importers: Importers
}

/** Items by their ids in the export, as the batches of the operation have noted them; without those in the trash. */
const itemSql = `select i.id, i.name, i.is_folder as "isFolder" from operation_items w
  join items i on i.id = w.to_id and i.owner_id = $3 and i.trashed_at is null
  where w.operation_id = $1 and w.from_id = $2 and w.action = 'import' limit 1`

/**
 * Imports the lists of all modules once all files are stored, then ends the operation with the result of both. Nothing is
 * noted in between: after a crash each list is gone through again, and what is there already stays as it is.
 */
export const importSections = async (
  { db, importers }: SectionsDeps,
  lists: ExportLists,
  id: string,
  signal: AbortSignal,
): Promise<void> => {
  const [op] = await db.query<OperationRow>(`select * from operations where id = $1 and state = 'running'`, [id])
  if (!op) return
  const { scope } = op
  const counts: Imported = { ...nothingImported, ...op.imported }
  const leftOut = new LeftOutEntries(op.left_out)
  const places = new ImportPlaces(db, op)
  const callOf = (section: string): ImportCall => ({
    scope,
    rows: (list) => lists.rows(`data/${section}/${list}.json`),
    itemOf: async (exported) => {
      if (typeof exported !== 'string' || !isUuid(exported)) return null
      const [item] = await db.query<ImportedItem>(itemSql, [id, exported, scope.ownerId], 'storage.imported-item')
      return item ?? null
    },
    startedAt: op.created_at,
    isMixed: (folderId) => places.isMixed(folderId),
    receiving: (folderIds) => places.receiving(folderIds),
    count: (what) => {
      counts[what] += 1
    },
    leaveOut: (reason, name) => leftOut.add(reason, name),
  })
  for (const [section, run] of importers.all()) {
    signal.throwIfAborted()
    await run(callOf(section)).catch((error: unknown) => {
      if (!(error instanceof DamagedEntryError)) throw error
      leftOut.add('list-unreadable', section)
    })
  }
  await db.transaction(async (tx) => {
    await tx.query('update operations set imported = $2, left_out = $3 where id = $1', [
      id,
      JSON.stringify(counts),
      JSON.stringify(leftOut.list()),
    ])
    await endOperation(tx, id, 'done')
  })
}
