import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export interface AwsCredentials {
  accessKey: string
  secretKey: string
  /** Of temporary credentials. */
  sessionToken?: string
}

export interface AwsRequest {
  method: string
  /** Without a query. */
  url: URL
  headers: Record<string, string>
  body: string
  region: string
  service: string
  now: Date
}

/** The headers of a request with AWS Signature Version 4 (docs.aws.amazon.com, “Create a signed AWS API request”). */
export const signAwsRequest = (credentials: AwsCredentials, request: AwsRequest): Record<string, string> => {
  const { method, url, body, region, service, now } = request
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const { sessionToken } = credentials
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
  }
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const canonical = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secretKey}`, date))
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
  return { ...headers, authorization }
}
