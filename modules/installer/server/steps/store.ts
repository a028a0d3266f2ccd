import { isStorageDriver, type StorageDriver } from '../../../platform/contract.ts'
import { AppError, type Platform, testedBlobUrl } from '../../../platform/index.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import type { setEnvironment } from '../../contract.ts'
import { installerErrors } from '../errors.ts'

type Body = BodyOf<typeof setEnvironment>

/** Field of the form with the region: each vendor has a list of its own. */
export const regionField = (driver: StorageDriver) =>
  driver === 'local' || driver === 'other' ? 'region' : (`region_${driver}` as const)

/**
 * The tested `BLOB_URL` of the form; the present one when the environment sets it or the form has no store. Throws 422 with
 * the invalid fields.
 */
export const storeUrlFromForm = async (
  { config, db }: Pick<Platform, 'config' | 'db'>,
  { storage, key, secret, bucket, endpoint, ...body }: Body,
): Promise<string> => {
  if (storage === undefined || config.environment.has('BLOB_URL')) return config.blobUrl
  if (!isStorageDriver(storage)) throw installerErrors.fail('value-invalid', { field: 'storage' })
  const field = regionField(storage)
  const ofForm = body[field]
  const region = ofForm ?? body.region
  try {
    const choice = {
      driver: storage,
      key,
      secret,
      bucket,
      region,
      endpoint: storage === 'other' ? endpoint : undefined,
    }
    return await testedBlobUrl(db, choice, config.blobUrl)
  } catch (error) {
    if (!(error instanceof AppError) || ofForm === undefined) throw error
    throw error.withFields((name) => (name === 'region' ? field : name))
  }
}
