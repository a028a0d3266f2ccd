/** Where blobs are stored in an object store, and how it is reached. */
export interface S3Location {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** `host/bucket` instead of `bucket.host`. */
  pathStyle: boolean
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const parameters = new Set(['region', 'pathStyle', 'tls'])

const parseFlag = (value: string): boolean | null => (value === '1' ? true : value === '0' ? false : null)

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket?region=…&pathStyle=1&tls=0`. Key and secret may be percent-encoded. Null for
 * any other text; no part of the text may appear in a message, as it contains the secret.
 */
export const parseS3Url = (value: string): S3Location | null => {
  // Parsed with another scheme: with `s3:`, the parser of URLs would neither decode nor check the host.
  const url = /^s3:\/\//.test(value) ? URL.parse(value.replace(/^s3:/, 'https:')) : null
  if (!url?.username || !url.password || url.hash) return null
  const bucket = url.pathname.slice(1)
  if (!bucketPattern.test(bucket)) return null
  const { searchParams } = url
  if ([...searchParams.keys()].some((name) => !parameters.has(name))) return null
  const tls = parseFlag(searchParams.get('tls') ?? '1')
  const pathStyle = parseFlag(searchParams.get('pathStyle') ?? '0')
  if (tls === null || pathStyle === null) return null

  const { host } = url
  try {
    return {
      endpoint: `${tls ? 'https' : 'http'}://${host}`,
      bucket,
      region: searchParams.get('region') || 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      pathStyle,
    }
  } catch {
    return null
  }
}
