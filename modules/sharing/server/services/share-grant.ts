import type { Tx } from '../../../platform/index.ts'
import type { GrantedScope, GrantValidator } from '../../../storage/index.ts'
import type { AccessLog } from './access-log.ts'
import { holdGrant } from './hold-grant.ts'
import type { ShareAuthorizer } from './share-access.ts'
import { holdShare, type ShareGrant } from './share-hold.ts'

const grantOf = ({ grant }: GrantedScope) => grant as ShareGrant
const hold = (tx: Tx, scope: GrantedScope) => holdShare(tx, grantOf(scope))

/**
 * Validates grants of share links for work that goes on after the response. An editor's file, uploaded or fetched by the
 * server, is stored only while the link exists: in the same transaction its row is held and the access log written.
 */
export const shareGrantValidator = (authorizer: ShareAuthorizer, log: AccessLog): GrantValidator => ({
  isValid: (scope) => authorizer.isGrantValid(grantOf(scope), scope.permission),
  hold: holdGrant(hold),
  async authorizeChunk(scope, chunk) {
    const { share, visitor, recipient, address } = grantOf(scope)
    const inTransaction: typeof chunk.inTransaction = (tx, file) =>
      log.recordUploaded({ shareId: share, visitor, recipientId: recipient, ip: address }, file, tx)
    return { scope: { ...scope, hold: (tx) => hold(tx, scope) }, chunk: { ...chunk, inTransaction } }
  },
  failureReasons: { 'share-not-found': 'forbidden', 'share-locked': 'forbidden' },
})
