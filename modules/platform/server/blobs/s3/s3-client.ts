import { S3Client } from '@aws-sdk/client-s3'
import type { S3Location } from './s3-url.ts'

const connectTimeoutMs = 3_000
/** An idle connection is given up after this time, which exceeds the silence while a multipart upload is completed. */
export const idleTimeoutMs = 30_000
const maxConnections = 256
/** Attempts of a call, with a random, growing pause between them. */
const maxAttempts = 3

/** A client of the object store; destroy it after use. */
export const openS3Client = ({ endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Location): S3Client => {
  const agent = { keepAlive: true, maxSockets: maxConnections }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts,
    // Each body is signed with its SHA-256, which every store verifies. Older stores reject the checksums in trailers that
    // the library would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}
