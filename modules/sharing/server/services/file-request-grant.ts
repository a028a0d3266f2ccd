import type { GrantedScope, GrantValidator } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import { failureReasons } from './file-errors.ts'
import { type FileRequestAuthorizer, lockFileRequest } from './file-request-access.ts'
import type { FileRequestGrant } from './file-request-uploaders.ts'
import type { FileRequestUploads } from './file-request-uploads.ts'
import { lockStoredGrant } from './lock-stored-grant.ts'

const grantOf = ({ grant }: GrantedScope) => grant as FileRequestGrant

/** Validates grants of file requests for files that the server fetches: under the same terms as uploaded ones. */
export const fileRequestGrantValidator = (
  authorizer: FileRequestAuthorizer,
  uploads: FileRequestUploads,
): GrantValidator => ({
  isValid: async (scope) => (await authorizer.revalidate(grantOf(scope))) !== null,
  lockPermission: lockStoredGrant((tx, scope) => lockFileRequest(tx, grantOf(scope).request)),
  async authorizeChunk(scope, chunk) {
    const access = await authorizer.revalidate(grantOf(scope))
    if (!access) throw sharingErrors.fail('request-closed')
    return { scope, chunk: await uploads.applyTerms(access, chunk) }
  },
  failureReasons,
})
