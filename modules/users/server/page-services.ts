import { type Principal, platformErrors } from '../../platform/index.ts'
import { type BotCheck, toIso } from '../../shared/contract.ts'
import type { EmailState, OfferedProvider, Profile, Security } from '../contract.ts'
import type { Account } from './account.ts'
import { shownEmail } from './names.ts'
import { presentExport, presentIdentity, presentPasskey, presentSession, presentToken } from './security.resource.ts'
import type { Accounts } from './services/accounts.ts'
import type { BotChecks } from './services/bot-checks.ts'
import type { DataExports } from './services/data-exports.ts'
import type { EmailChanges } from './services/email-changes.ts'
import type { Passkeys } from './services/passkeys.ts'
import type { PersonalAccessTokens } from './services/personal-access-tokens.ts'
import type { ProviderSignIn } from './services/provider-sign-in.ts'
import type { Sessions } from './services/sessions.ts'
import type { SignUpConditions } from './services/sign-up-conditions.ts'
import type { TwoFactor } from './services/two-factor.ts'
import { presentSettings } from './user.resource.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    users: UsersPages
  }
}

/** Services for the pages of the account, in the shapes of the API. */
export interface UsersPages {
  email(principal: Principal): Promise<EmailState>
  profile(principal: Principal): Promise<Profile>
  security(principal: Principal): Promise<Security>
  /** Identity providers for the pages of visitors. */
  providers(): Promise<OfferedProvider[]>
  /** True when people can sign up; with `email`, when this email can. */
  canSignUp(email?: string): Promise<boolean>
  /** Bot check of the sign-up form. */
  botCheck(): Promise<BotCheck>
  /** Bot check of the other forms, which signed-in people send without one. */
  visitorBotCheck(sender: { principal: Principal | null }): Promise<BotCheck>
}

interface PageServicesDeps {
  accounts: Accounts
  botChecks: BotChecks
  conditions: SignUpConditions
  dataExports: DataExports
  emailChanges: EmailChanges
  sessions: Sessions
  tokens: PersonalAccessTokens
  passkeys: Passkeys
  providers: ProviderSignIn
  twoFactor: TwoFactor
}

export const createUsersPageServices = ({
  accounts,
  botChecks,
  conditions,
  dataExports,
  emailChanges,
  sessions,
  tokens,
  passkeys,
  providers,
  twoFactor,
}: PageServicesDeps): UsersPages => {
  const accountOf = async ({ userId }: Principal): Promise<Account> => {
    const account = await accounts.byId(userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    return account
  }
  const emailOf = async (account: Account): Promise<EmailState> => {
    const pending = await emailChanges.pending(account.id)
    return {
      email: shownEmail(account.email),
      proven: account.email_proven_at !== null,
      pending: pending && {
        email: shownEmail(pending.email),
        old_confirmed: pending.old_confirmed_at !== null,
        new_confirmed: pending.new_confirmed_at !== null,
        expires_at: pending.expires_at.toISOString(),
      },
    }
  }
  return {
    providers: () => providers.offered(),
    canSignUp: (email) => conditions.allowSignUp(email),
    botCheck: () => botChecks.kind(),
    visitorBotCheck: (sender) => botChecks.kindFor(sender),
    email: async (principal) => emailOf(await accountOf(principal)),
    async profile(principal) {
      const account = await accountOf(principal)
      const dataExport = await dataExports.find(account.id)
      return {
        settings: { data: presentSettings(account) },
        email: await emailOf(account),
        export: dataExport && presentExport(dataExport),
        deletion_at: toIso(account.deletion_at),
      }
    },
    async security(principal) {
      const account = await accountOf(principal)
      const { id, two_factor_confirmed_at: confirmedAt } = account
      return {
        has_password: account.password_hash !== null,
        two_factor_confirmed_at: toIso(confirmedAt),
        recovery_codes_left: confirmedAt ? (await twoFactor.recoveryCodes(id)).length : 0,
        passkeys: (await passkeys.list(id)).map(presentPasskey),
        identities: (await providers.linked(id)).map(presentIdentity),
        providers: await providers.offered(),
        sessions: (await sessions.list(id)).map((row) => presentSession(row, principal.sessionId)),
        tokens: (await tokens.list(id)).map(presentToken),
      }
    },
  }
}
