import type { Tx } from '../../../platform/index.ts'
import type { GrantedScope, GrantValidator } from '../../../storage/index.ts'
import type { AccessLog } from './access-log.ts'
import { failureReasons } from './file-errors.ts'
import { lockShare, type ShareGrant } from './lock-share.ts'
import { lockStoredGrant } from './lock-stored-grant.ts'
import type { ShareAuthorizer } from './share-access.ts'

const grantOf = ({ grant }: GrantedScope) => grant as ShareGrant
const lockPermission = (tx: Tx, scope: GrantedScope) => lockShare(tx, grantOf(scope))

/**
 * Validates grants of share links for work that goes on after the response. An editor's file, uploaded or fetched by the
 * server, is stored only while the link exists: in the same transaction its row is locked and the access log written.
 */
export const shareGrantValidator = (authorizer: ShareAuthorizer, log: AccessLog): GrantValidator => ({
  isValid: (scope) => authorizer.isGrantValid(grantOf(scope), scope.permission),
  lockPermission: lockStoredGrant(lockPermission),
  async authorizeChunk(scope, chunk) {
    const { share, visitor, recipient, address } = grantOf(scope)
    const inTransaction: typeof chunk.inTransaction = async (tx, file, isStored) => {
      if (isStored) await log.recordUploaded({ shareId: share, visitor, recipientId: recipient, ip: address }, file, tx)
    }
    return {
      scope: { ...scope, lockPermission: (tx) => lockPermission(tx, scope) },
      chunk: { ...chunk, inTransaction },
    }
  },
  failureReasons,
})
