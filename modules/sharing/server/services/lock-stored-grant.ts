import { AppError, type Tx } from '../../../platform/index.ts'
import { type GrantedScope, type GrantValidator, storageErrors } from '../../../storage/index.ts'

/**
 * Locks the grant of a stored operation. When it has ended, the error is 403 `forbidden`, as where `isValid` is false:
 * operations show storage's errors, which include none of this module.
 */
export const lockStoredGrant =
  (lock: (tx: Tx, scope: GrantedScope) => Promise<void>): NonNullable<GrantValidator['lockPermission']> =>
  async (tx, scope) => {
    try {
      await lock(tx, scope)
    } catch (error) {
      throw error instanceof AppError && error.status < 500 ? storageErrors.fail('forbidden') : error
    }
  }
