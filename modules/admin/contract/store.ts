import { storageDrivers } from '../../platform/contract.ts'
import { endpoint, object, oneOf, optional, SuccessMessage, string } from '../../shared/contract.ts'

/** Characters of each field of an object store. */
export const maxStoreLengths = { key: 255, secret: 255, region: 100, bucket: 100, endpoint: 500 }

/**
 * Writes, reads and removes an object in the bucket, then stores the choice in `DATA_DIR/.env` and restarts the server. Of
 * the present bucket, key and region can be changed; another store can be chosen while no file is stored. With files it is
 * a 409, whose `command` moves them while the server runs.
 */
export const setStore = endpoint({
  method: 'POST',
  path: '/api/admin/settings/storage',
  summary: 'Test an object store and use it',
  access: 'admin',
  scope: 'account',
  body: object({
    storage: object({
      driver: oneOf(storageDrivers),
      s3: optional(
        object({
          key: optional(string({ maxLength: maxStoreLengths.key })),
          secret: optional(string({ maxLength: maxStoreLengths.secret })),
          region: optional(string({ maxLength: maxStoreLengths.region })),
          bucket: optional(string({ maxLength: maxStoreLengths.bucket })),
          /** Origin of the store, for the vendor `other`. */
          endpoint: optional(string({ maxLength: maxStoreLengths.endpoint })),
        }),
      ),
    }),
  }),
  response: { 200: SuccessMessage },
  errors: [
    'admin.set-by-environment',
    'admin.storage-in-use',
    'platform.storage-unreachable',
    'platform.storage-sign-in',
    'platform.storage-bucket',
    'platform.storage-region',
    'platform.storage-rights',
    'platform.storage-taken',
    'users.password-confirmation-required',
  ],
})
