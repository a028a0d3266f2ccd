import { networkOf, type Platform, type Sql } from '../../../platform/index.ts'
import { rateLimits } from '../rate-limits.ts'
import type { BackgroundWork } from './background-work.ts'

type Limiter = Platform['limiter']
/** The limiter of mails about accounts; samples of them are not counted. */
export type MailLimiter = Pick<Limiter, 'tryConsume'>

const perRecipient = {
  'reset-mail': rateLimits.resetEmailsPerRecipient,
  'verification-mail': rateLimits.verificationEmailsPerRecipient,
  'existing-mail': rateLimits.accountExistsEmailsPerRecipient,
  notice: rateLimits.noticesPerRecipient,
}
const perNetwork = {
  'reset-mail': rateLimits.resetEmailsPerNetwork,
  'verification-mail': rateLimits.verificationEmailsPerNetwork,
}

/**
 * Counts an email that anybody can have sent to an account; `tx` sends it. False above the limit per recipient (`notice`: 5
 * an hour, others 3). The request succeeds all the same, because other people may have used them up, and the links of the
 * emails before are still valid. `subject`: the recipient, and what else is counted separately.
 */
export const takeMailAllowance = (
  limiter: MailLimiter,
  kind: keyof typeof perRecipient,
  subject: readonly string[],
  tx: Sql,
): Promise<boolean> => limiter.tryConsume(perRecipient[kind], subject, { tx })

interface MailDeps {
  limiter: Limiter
  background: BackgroundWork
}

/**
 * Sends an email after the response: the time of the response must not reveal whether the account exists (A51). Throws 429
 * after 10 emails an hour and network; one that the server failed to send does not count.
 */
export const sendMailAfterResponse = async (
  { limiter, background }: MailDeps,
  kind: keyof typeof perNetwork,
  ip: string,
  send: () => Promise<void>,
): Promise<void> => {
  const network = [networkOf(ip)]
  await limiter.consume(perNetwork[kind], network)
  background.run(kind, () =>
    send().catch(async (error: unknown) => {
      await limiter.refund(perNetwork[kind], network)
      throw error
    }),
  )
}
