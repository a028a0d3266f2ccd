import { createHash, createHmac } from 'node:crypto'
import type { DirectDownload } from '../store.ts'
import type { S3Location } from './s3-url.ts'

const algorithm = 'AWS4-HMAC-SHA256'
/** RFC 3986, as signatures need it. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Where an object is, without a query. */
const addressOf = ({ endpoint, bucket, pathStyle }: S3Location, name: string): URL => {
  const url = new URL(endpoint)
  if (!pathStyle) url.host = `${bucket}.${url.host}`
  url.pathname = pathStyle ? `/${bucket}/${name}` : `/${name}`
  return url
}

/**
 * A URL that downloads an object, signed by AWS Signature Version 4 in the query. The response has the given headers and
 * may not be stored by caches.
 */
export const presignedUrl = (
  location: S3Location,
  name: string,
  { disposition, contentType, ttlSeconds }: DirectDownload,
  now = new Date(),
): string => {
  const url = addressOf(location, name)
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = [time.slice(0, 8), location.region, 's3', 'aws4_request']
  const query = Object.entries({
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': [location.accessKeyId, ...scope].join('/'),
    'X-Amz-Date': time,
    'X-Amz-Expires': String(ttlSeconds),
    'X-Amz-SignedHeaders': 'host',
    'response-cache-control': 'private, no-store',
    'response-content-disposition': disposition,
    'response-content-type': contentType,
  })
    .map((pair) => pair.map(encoded).join('='))
    .join('&')
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = createHash('sha256').update(request).digest('hex')
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${location.secretAccessKey}`) as Buffer
  const signature = hmac(key, [algorithm, time, scope.join('/'), digest].join('\n')).toString('hex')
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`
}
