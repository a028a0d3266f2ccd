import { awsScope, awsSignature, awsTime, sha256Hex } from '../aws-signature.ts'

interface AwsCredentials {
  accessKey: string
  secretKey: string
  /** Session token of temporary credentials. */
  sessionToken?: string
}

interface AwsRequest {
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
  const signing = { secretKey: credentials.secretKey, region, service, time: awsTime(now) }
  const { sessionToken } = credentials
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-date': signing.time,
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
    sha256Hex(body),
  ].join('\n')
  const credential = `${credentials.accessKey}/${awsScope(signing)}`
  const signature = awsSignature(signing, canonical)
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed}, Signature=${signature}`
  return { ...headers, authorization }
}
