import { isDeepStrictEqual } from 'node:util'
import type { Audit, AuditAction, Tx } from '../../../platform/index.ts'

interface ChangedTerms {
  actorId: string | null
  action: AuditAction
  /** Id of the link or request. */
  target: string
  /** Details of the entry besides the changed terms. */
  details: Readonly<Record<string, unknown>>
  before: object
  after: object
}

/** Records the terms of a link or request before and after a change; nothing when they are the same. */
export const auditChangedTerms = async (
  audit: Audit,
  tx: Tx,
  { actorId, action, target, details, before, after }: ChangedTerms,
): Promise<void> => {
  if (isDeepStrictEqual(before, after)) return
  await audit({ actorId, action, target, details: { ...details, before, after } }, tx)
}
