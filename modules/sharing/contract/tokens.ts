import { object, string } from '../../shared/contract.ts'

/** A token is 128 bits in base64url; a link's slug stands in its place. */
export const tokenPattern = '^[A-Za-z0-9_-]{6,64}$'
export const token = () => string({ pattern: tokenPattern })
/** Where nothing but the link or the request is named. */
export const tokenParams = () => object({ token: token() })
