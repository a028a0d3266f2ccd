import { object, string } from '../../shared/contract.ts'

/** A token of 128 bits in base64url, or a link's slug. */
export const tokenPattern = '^[A-Za-z0-9_-]{6,64}$'
export const token = () => string({ pattern: tokenPattern })
/** Params of calls that name only the link or request. */
export const tokenParams = () => object({ token: token() })

/** Page of a request, or of a folder that the uploader has created in it. */
export const fileRequestPath = (token: string, folder: string | null = null): string =>
  `/request/${token}/upload${folder ? `/${folder}` : ''}`
