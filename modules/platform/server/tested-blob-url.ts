import type { BucketProblem, StorageChoice } from '../contract/s3-providers.ts'
import { blobUrlOf, checkBucket, type StorageField, storageChoiceOf } from './blobs/index.ts'
import { readInstallationId } from './claim-blob-store.ts'
import type { Sql } from './db/db.ts'
import { platformErrors } from './errors.ts'

const invalidFields = (choice: StorageChoice, fields: readonly StorageField[]) => {
  const reason = (field: StorageField) => (choice[field]?.trim() ? 'invalid' : 'required')
  return Object.fromEntries(fields.map((field) => [field, [`platform:validation.${reason(field)}`]]))
}

const failureOf = (problem: BucketProblem, driver: StorageChoice['driver']) =>
  problem === 'unreachable'
    ? platformErrors.fail('storage-unreachable', { field: driver === 'other' ? 'endpoint' : 'region' })
    : platformErrors.fail(`storage-${problem}`)

/** The choice, with the present secret if the form has none and names the present store and key. */
const withSecret = (choice: StorageChoice, current: string): StorageChoice => {
  const { endpoint, ...present } = storageChoiceOf(current)
  const isPresent = Object.entries({ ...present, endpoint }).every(
    ([field, value]) => (choice[field as keyof StorageChoice]?.trim() ?? '') === (value ?? ''),
  )
  if (choice.secret || choice.driver === 'local' || !isPresent) return choice
  return { ...choice, secret: decodeURIComponent(new URL(current).password) }
}

/**
 * The `BLOB_URL` of a choice that was entered in a form, after an object was written, read and removed there. Throws 422
 * with the invalid field. The secret may be missing if the other fields equal `current`, the present `BLOB_URL`.
 */
export const testedBlobUrl = async (db: Sql, entered: StorageChoice, current: string): Promise<string> => {
  const choice = withSecret(entered, current)
  const parsed = blobUrlOf(choice)
  if ('invalid' in parsed)
    throw platformErrors.fail('validation-failed', { errors: invalidFields(choice, parsed.invalid) })
  const problem = await checkBucket(parsed.url, await readInstallationId(db))
  if (problem) throw failureOf(problem, choice.driver)
  return parsed.url
}
