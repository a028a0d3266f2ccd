import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../../platform/index.ts'

/** Whether `signature` (hex) is the HMAC of the bytes with this key; compared in constant time. */
export const isHmac = (algorithm: 'sha256' | 'sha512', key: string, bytes: Buffer, signature: string): boolean =>
  equalSecrets(createHmac(algorithm, key).update(bytes).digest('hex'), signature)

/** A header that may be sent once only; empty when it is missing or repeated. */
export const singleHeader = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** The object of a body that its gateway has signed; null when it is not JSON. */
export const parseSignedBody = (body: Buffer): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
