import type { Db, Sql, Tx } from '../../../platform/index.ts'
import { codeOf } from '../../../shared/contract.ts'
import type { Operations } from '../../operations/index.ts'
import { type Scope, storageErrors } from '../../tree/index.ts'
import type { RestorePreview } from '../contract.ts'
import { countChanges } from './count-changes.ts'
import { listChanges } from './rewind-batch.ts'

/** Time of a preview, with its wait for others: it keeps a connection of the pool meanwhile, and browsers wait for 30 s. */
export const previewMs = 20_000
/** SQLSTATE of a statement that took too long. */
const timedOut = '57014'

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly preview: RestorePreview
  constructor(preview: RestorePreview) {
    super('rolled back')
    this.preview = preview
  }
}

/** Statements of a transaction that have the time until `deadline` together. */
const withinTime = (tx: Tx, deadline: number): Sql => {
  const tooLarge = () => storageErrors.fail('preview-too-large')
  return {
    query: async (text, values, name) => {
      const left = deadline - performance.now()
      if (left < 1) throw tooLarge()
      await tx.setStatementTimeout(left)
      return tx.query<never>(text, values, name).catch((error: unknown) => {
        throw codeOf(error) === timedOut ? tooLarge() : error
      })
    },
  }
}

/** Writes the list of a restore, counts it and rolls it back. 422 `preview-too-large` after `deadline`, of `performance.now()`. */
export const previewChanges = async (
  { db, operations }: { db: Db; operations: Operations },
  scope: Scope,
  input: { folder: string | null; at: string },
  deadline: number,
): Promise<RestorePreview> => {
  try {
    return await db.transaction(async (tx) => {
      const sql = withinTime(tx, deadline)
      let op = await operations.create(scope, { kind: 'rewind', input: { rewind: input } }, sql)
      while (!(await listChanges(sql, op, input))) op = await operations.find(scope, op.id, sql)
      const isOwner = scope.permission === 'owner'
      throw new RolledBack(await countChanges(sql, { id: op.id, at: input.at, isOwner }))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.preview
    throw error
  }
}
