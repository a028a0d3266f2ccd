import { networkOf, type Platform, type RateLimitCounter, sha256 } from '../../../platform/index.ts'
import { isEmail } from '../../../shared/contract.ts'
import { siteErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'

interface ContactMessage {
  email: string
  message: string
}

type ContactPlatform = Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'limiter'>

/** Sends visitors' messages to the operator. */
export class ContactMessages {
  private readonly platform: ContactPlatform
  private readonly adminEmails: () => Promise<readonly string[]>
  /** `adminEmails`: recipients where the setting `contact_email` is empty, so that no message is lost. */
  constructor(platform: ContactPlatform, adminEmails: () => Promise<readonly string[]>) {
    this.platform = platform
    this.adminEmails = adminEmails
  }

  /**
   * 422 for an invalid email or an empty message, 429 above the limits. Answers go to the sender (Reply-To). `check` throws
   * for programs, or resolves with further counters of this form; an invalid form does not run it.
   */
  async send({ email, message }: ContactMessage, ip: string, check: () => Promise<RateLimitCounter[]>): Promise<void> {
    const { limiter, settings } = this.platform
    const [from, text] = [email.trim(), message.trim()]
    if (!isEmail(from)) throw siteErrors.fail('invalid-email')
    if (!text) throw siteErrors.fail('message-required')
    const counters: RateLimitCounter[] = [
      ...(await check()),
      { limit: rateLimits.contactMessagesPerNetwork, subject: [networkOf(ip)] },
      { limit: rateLimits.contactMessagesPerSender, subject: [sha256(from.toLowerCase()).toString('hex')] },
      { limit: rateLimits.contactMessages, subject: [] },
    ]
    await limiter.attempt(counters, async () => {
      const contact = await settings.get('contact_email')
      for (const to of contact ? [contact] : await this.adminEmails())
        await sendContactMail(this.platform, to, from, text)
    })
  }
}

// i18n-keys: site:mail.contact.*
/** Sends a visitor's message in the language of the installation. */
export const sendContactMail = async (
  { mailer, i18n, settings }: Omit<ContactPlatform, 'limiter'>,
  to: string,
  from: string,
  message: string,
): Promise<void> => {
  const locale = i18n.localeOf(null, await settings.get('language'))
  const t = i18n.translator(locale)
  const values = { email: from, app: await settings.get('app_title') }
  const text = (part: string) => t(`site:mail.contact.${part}`, values)
  await mailer.send({
    to,
    replyTo: from,
    locale,
    subject: text('subject'),
    lines: [text('body')],
    quoted: [message],
    footer: text('footer'),
    urgency: 'notice',
  })
}
