import { text } from 'node:stream/consumers'
import type { BucketProblem } from '../../../contract/s3-providers.ts'
import { randomKey } from '../paths.ts'
import { BlobError } from '../store.ts'
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
  const { code = '' } = ((error as BlobError).cause ?? {}) as { code?: string }
  return problems[code] ?? 'unreachable'
}

/** Null when the bucket can be written, read and cleared, and holds nothing of another installation. */
export const probeBucket = async (location: S3Location, installationId: string): Promise<BucketProblem | null> => {
  const objects = new S3Objects(location)
  const [name, content] = [`probe/${randomKey()}`, randomKey()]
  try {
    await objects.put(name, Buffer.from(content))
    const { body } = await objects.get(name)
    const isSame = (await text(body)) === content
    await objects.delete(name)
    if (!isSame) return 'unreachable'
    const owner = await objects.read(ownerObject)
    if (owner !== null) return owner === installationId ? null : 'taken'
    // An installation that did not mark its bucket yet.
    for await (const _object of objects.list('blobs/')) return 'taken'
    return null
  } catch (error) {
    if (error instanceof BlobError) return problemOf(error)
    throw error
  } finally {
    objects.close()
  }
}
