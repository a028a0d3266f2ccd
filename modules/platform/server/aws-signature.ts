import { createHash, createHmac } from 'node:crypto'

const algorithm = 'AWS4-HMAC-SHA256'

export const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface AwsSigning {
  secretKey: string
  region: string
  service: string
  /** `YYYYMMDDTHHMMSSZ`: `awsTime`. */
  time: string
}

export const awsTime = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** Credential scope of a signature: day, region and service. */
export const awsScope = ({ time, region, service }: Omit<AwsSigning, 'secretKey'>): string =>
  [time.slice(0, 8), region, service, 'aws4_request'].join('/')

/** AWS Signature Version 4 of a canonical request, in hex (docs.aws.amazon.com, “Create a signed AWS API request”). */
export const awsSignature = (signing: AwsSigning, canonicalRequest: string): string => {
  const scope = awsScope(signing)
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${signing.secretKey}`)
  return hmac(key, [algorithm, signing.time, scope, sha256Hex(canonicalRequest)].join('\n')).toString('hex')
}
