import { awsScope, awsSignature, awsTime } from '../../aws-signature.ts'
import type { DirectDownload } from '../store.ts'
import type { S3Location } from './s3-url.ts'

/** RFC 3986, as signatures need it. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** URL of an object, without a query. */
const addressOf = ({ endpoint, bucket, pathStyle }: S3Location, name: string): URL => {
  const url = new URL(endpoint)
  if (!pathStyle) url.host = `${bucket}.${url.host}`
  url.pathname = pathStyle ? `/${bucket}/${name}` : `/${name}`
  return url
}

/**
 * A URL that reads an object, signed by AWS Signature Version 4 in the query. `response`: headers of the response, by S3's
 * names (`response-content-type`). `now`: the time of the store, which rejects others.
 */
export const presignedUrl = (
  location: S3Location,
  name: string,
  ttlSeconds: number,
  response: Record<string, string>,
  now: Date,
): string => {
  const url = addressOf(location, name)
  const { accessKeyId, secretAccessKey: secretKey, region } = location
  const signing = { secretKey, region, service: 's3', time: awsTime(now) }
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${awsScope(signing)}`,
    'X-Amz-Date': signing.time,
    'X-Amz-Expires': String(ttlSeconds),
    'X-Amz-SignedHeaders': 'host',
    ...response,
  })
    .map((pair) => pair.map(encoded).join('='))
    .join('&')
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const signature = awsSignature(signing, request)
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`
}

/** A URL for browsers, with the headers of a download. The response may not be stored by caches. */
export const directDownloadUrl = (
  location: S3Location,
  name: string,
  { disposition, contentType, ttlSeconds }: DirectDownload,
  now: Date,
): string => {
  const response = {
    'response-cache-control': 'private, no-store',
    'response-content-disposition': disposition,
    'response-content-type': contentType,
  }
  return presignedUrl(location, name, ttlSeconds, response, now)
}
