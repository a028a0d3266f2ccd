import { type Config, deriveKey, equalSecrets, hmac, maskEmail, platformErrors } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import type { Account, Users } from '../../../users/index.ts'
import { unsubscribePath } from '../../contract.ts'
import type { NotificationSettings } from './notification-settings.ts'

type KeyConfig = Pick<Config, 'appKey' | 'appUrl'>

const signatureOf = ({ appKey }: KeyConfig, userId: string): string => hmac(deriveKey(appKey, 'unsubscribe'), userId)

/** The URL that ends a user's emails about notifications. It is valid as long as the account and `APP_KEY`. */
export const unsubscribeUrl = (config: KeyConfig, userId: string): string =>
  `${config.appUrl}${unsubscribePath(`${userId}.${signatureOf(config, userId)}`)}`

/** Ends emails about notifications by the link in one of them, for mail programs and people who are not signed in. */
export class Unsubscribing {
  private readonly config: KeyConfig
  private readonly settings: NotificationSettings
  private readonly accounts: Pick<Users['accounts'], 'byId'>
  constructor(config: KeyConfig, settings: NotificationSettings, accounts: Pick<Users['accounts'], 'byId'>) {
    this.config = config
    this.settings = settings
    this.accounts = accounts
  }

  /** The account of a token (masked email), and whether it still gets emails. 404 for an unknown token. */
  async find(token: string): Promise<{ email: string; isSubscribed: boolean }> {
    const { id, email } = await this.accountOf(token)
    const isSubscribed = (await this.settings.list(id)).some(({ channel }) => channel === 'mail')
    return { email: maskEmail(email), isSubscribed }
  }

  /** Sets mailed categories to be shown in the app only. 404 for an unknown token. */
  async end(token: string): Promise<void> {
    const { id } = await this.accountOf(token)
    for (const { category, channel } of await this.settings.list(id))
      if (channel === 'mail') await this.settings.set(id, { category, channel: 'app' })
  }

  private async accountOf(token: string): Promise<Pick<Account, 'id' | 'email'>> {
    const [userId = '', signature = ''] = token.split('.')
    const isValid = isUuid(userId) && equalSecrets(signature, signatureOf(this.config, userId))
    const account = isValid ? await this.accounts.byId(userId) : null
    if (!account) throw platformErrors.fail('not-found')
    return account
  }
}
