import type { Grounded, GroundKeeper } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from './access-log.ts'
import type { ShareGround, ShareGuard } from './guard.ts'

const groundOf = ({ ground }: Grounded) => ground as ShareGround

/**
 * Links as what goes on behind an answer rests on. A file that an editor sends or has fetched is made only while the link's
 * row stands, under its lock, with its line in the log.
 */
export const shareKeeper = (guard: ShareGuard, log: AccessLog): GroundKeeper => ({
  holds: (scope) => guard.holds(groundOf(scope), scope.permission),
  async amend(scope, chunk) {
    const alongside: typeof chunk.alongside = async (tx, file) => {
      const { share, visitor, recipient, address } = groundOf(scope)
      const open = await tx.query(
        `select 1 from shares where id = $1 and permission = 'editor' and (expires_at is null or expires_at > now())
         for share`,
        [share],
      )
      if (open.length === 0) throw sharingErrors.fail('share-not-found')
      await log.uploaded({ shareId: share, visitor, recipientId: recipient, address }, file, tx)
    }
    return { scope, chunk: { ...chunk, alongside } }
  },
  reasons: { 'share-not-found': 'not-allowed' },
})
