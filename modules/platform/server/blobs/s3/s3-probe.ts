import { text } from 'node:stream/consumers'
import { codeOf } from '../../../../shared/contract.ts'
import type { BucketProblem } from '../../../contract/s3-providers.ts'
import { randomBlobKey } from '../paths.ts'
import { BlobError } from '../store.ts'
import { blobPrefix } from './s3-names.ts'
import { S3Objects } from './s3-objects.ts'
import { ownerObject } from './s3-owner.ts'
import type { S3Location } from './s3-url.ts'

const problems: Readonly<Record<string, BucketProblem>> = {
  InvalidAccessKeyId: 'sign-in',
  SignatureDoesNotMatch: 'sign-in',
  NoSuchBucket: 'bucket',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  AccessDenied: 'rights',
}

const problemOf = (error: unknown): BucketProblem => {
  const code = codeOf((error as BlobError).cause) ?? ''
  return problems[code] ?? 'unreachable'
}

/** Writes, reads and removes an object whose name begins with `prefix`; false when another content comes back. */
const canUse = async (objects: S3Objects, prefix: string): Promise<boolean> => {
  const [name, content] = [`${prefix}probe/${randomBlobKey()}`, randomBlobKey()]
  await objects.put(name, Buffer.from(content))
  const { body } = await objects.get(name)
  const readContent = await text(body)
  await objects.delete(name)
  return readContent === content
}

/** Runs a probe of a bucket; null: it found no problem. */
const probed = async (
  location: S3Location,
  probe: (objects: S3Objects) => Promise<BucketProblem | null>,
): Promise<BucketProblem | null> => {
  const objects = new S3Objects(location)
  try {
    return await probe(objects)
  } catch (error) {
    if (error instanceof BlobError) return problemOf(error)
    throw error
  } finally {
    objects.close()
  }
}

/** Begins and ends a multipart upload, which larger files need. Rejects where the key lacks a right. */
const tryParts = async ({ uploads }: S3Objects, prefix: string): Promise<void> =>
  uploads.abort(await uploads.begin(`${prefix}probe/${randomBlobKey()}`))

/** Reads the first entry of a list. */
const tryList = async (list: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _entry of list) return true
  return false
}

/** Null when a folder of the bucket can be written, read and cleared. */
export const probeFolder = (location: S3Location, prefix: string): Promise<BucketProblem | null> =>
  probed(location, async (objects) => {
    if (!(await canUse(objects, prefix))) return 'unreachable'
    await tryParts(objects, prefix)
    await tryList(objects.list(prefix))
    return null
  })

/** Null when the bucket can be written, read, listed and cleared, and holds nothing of another installation. */
export const probeBucket = (location: S3Location, installationId: string): Promise<BucketProblem | null> =>
  probed(location, async (objects) => {
    if (!(await canUse(objects, ''))) return 'unreachable'
    await tryParts(objects, '')
    await tryList(objects.uploads.list(blobPrefix))
    const isUsed = await tryList(objects.list(blobPrefix))
    const owner = await objects.marks.read(ownerObject)
    if (owner !== null) return owner === installationId ? null : 'taken'
    // An installation that did not mark its bucket yet.
    return isUsed ? 'taken' : null
  })
