import { sql } from 'kysely'
import type { GrantedScope, GrantValidator } from '../../../storage/index.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import { isOpenSql } from '../share-link.row.ts'
import type { AccessLog } from './access-log.ts'
import type { ShareAuthorizer, ShareGrant } from './share-access.ts'

const grantOf = ({ grant }: GrantedScope) => grant as ShareGrant

/**
 * Validates grants of share links for work that goes on after the response. An editor's file, uploaded or fetched by the
 * server, is stored only while the link exists: in the same transaction its row is locked and the access log written.
 */
export const shareGrantValidator = (authorizer: ShareAuthorizer, log: AccessLog): GrantValidator => ({
  isValid: (scope) => authorizer.isGrantValid(grantOf(scope), scope.permission),
  async authorizeChunk(scope, chunk) {
    const inTransaction: typeof chunk.inTransaction = async (tx, file) => {
      const { share, visitor, recipient, address } = grantOf(scope)
      const open = await tx
        .builder<SharingTables>()
        .selectFrom('shares')
        .select('id')
        .where('id', '=', share)
        .where('permission', '=', 'editor')
        .where(sql.raw<boolean>(isOpenSql('shares')))
        .forShare()
        .executeTakeFirst()
      if (!open) throw sharingErrors.fail('share-not-found')
      await log.recordUploaded({ shareId: share, visitor, recipientId: recipient, ip: address }, file, tx)
    }
    return { scope, chunk: { ...chunk, inTransaction } }
  },
  failureReasons: { 'share-not-found': 'forbidden' },
})
