import { AppError, networkOf, type Platform } from '../../../platform/index.ts'

type Limiter = Platform['limiter']
type Kind = 'reset-mail' | 'verification-mail' | 'existing-mail'

const perRecipient = { limit: 3, windowSeconds: 3600 }
const perNetwork = { limit: 10, windowSeconds: 3600 }

/**
 * Counts an email of an account that anybody can have sent by its address. False after 3 an hour and recipient: whoever asks is
 * not told, because others may have used them up, and the emails of this kind say the same: their links are still valid.
 */
export const mayMail = async (limiter: Limiter, kind: Kind, email: string): Promise<boolean> => {
  try {
    await limiter.consume([kind, email], perRecipient)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/** The same for a call from `ip`. Throws 429 after 10 an hour and network, which then count for no recipient. */
export const mayRequestMail = async (limiter: Limiter, kind: Kind, email: string, ip: string): Promise<boolean> => {
  await limiter.consume([`${kind}-network`, networkOf(ip)], perNetwork)
  return mayMail(limiter, kind, email)
}
