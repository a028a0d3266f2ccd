import type { Grounded, GroundKeeper } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { RequestGround, RequestGuard } from './request-guard.ts'
import type { RequestUploads } from './request-uploads.ts'

const groundOf = ({ ground }: Grounded) => ground as RequestGround

/** Requests as what is fetched for their guests rests on: the same terms as for what they upload. */
export const requestKeeper = (guard: RequestGuard, uploads: RequestUploads): GroundKeeper => ({
  holds: async (scope) => (await guard.again(groundOf(scope))) !== null,
  async amend(scope, chunk) {
    const entered = await guard.again(groundOf(scope))
    if (!entered) throw sharingErrors.fail('request-closed')
    return { scope, chunk: await uploads.amend(entered, scope, chunk) }
  },
  reasons: {
    'request-closed': 'not-allowed',
    'request-full': 'too-many-files',
    'request-file-too-large': 'too-large',
    'request-kind': 'unwanted-kind',
    'not-yours': 'parent-not-found',
  },
})
