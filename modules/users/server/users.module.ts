import type { FastifyInstance } from 'fastify'
import { accountChanged, type Platform, sessionRevoked } from '../../platform/index.ts'
import { securityChanged } from '../contract.ts'
import { registerAuthenticator } from './authenticate.ts'
import { createUsersPageServices } from './page-services.ts'
import { ProviderClients } from './providers/clients.ts'
import { registerAccountRoutes } from './routes/account.routes.ts'
import { registerAuthRoutes } from './routes/auth.routes.ts'
import { registerDataExportRoutes } from './routes/data-export.routes.ts'
import { registerDeletionRoutes } from './routes/deletion.routes.ts'
import { registerPasskeyRoutes } from './routes/passkeys.routes.ts'
import { registerProfileRoutes } from './routes/profile.routes.ts'
import { registerProviderRoutes } from './routes/providers.routes.ts'
import { registerRegistrationRoutes } from './routes/registration.routes.ts'
import { registerTwoFactorRoutes } from './routes/two-factor.routes.ts'
import { AccountDeletion, deletionJob } from './services/account-deletion.ts'
import { AccountDirectory } from './services/account-directory.ts'
import { AccountMails } from './services/account-mails.ts'
import { AccountMaintenance } from './services/account-maintenance.ts'
import { accountSection } from './services/account-section.ts'
import { Accounts } from './services/accounts.ts'
import { AdminCommands } from './services/admin-commands.ts'
import { Administration } from './services/administration/administration.ts'
import { Suspensions } from './services/administration/suspensions.ts'
import { Avatars } from './services/avatars.ts'
import { BackgroundWork } from './services/background-work.ts'
import { BotChecks } from './services/bot-checks.ts'
import { CallerAccess } from './services/caller-access.ts'
import { Confirmations } from './services/confirmations.ts'
import { DataExports } from './services/data-exports.ts'
import { EmailChanges } from './services/email-changes.ts'
import { Identities } from './services/identities.ts'
import { Passkeys } from './services/passkeys.ts'
import { PasswordRecovery } from './services/password-recovery.ts'
import { Passwords } from './services/passwords.ts'
import { PersonalAccessTokens } from './services/personal-access-tokens.ts'
import { Profile } from './services/profile.ts'
import { ProviderChallenges } from './services/provider-challenges.ts'
import { ProviderSignIn } from './services/provider-sign-in.ts'
import { Registration } from './services/registration.ts'
import { SessionCache } from './services/session-cache.ts'
import { Sessions } from './services/sessions.ts'
import { SignIn } from './services/sign-in.ts'
import { SignInChallenges } from './services/sign-in-challenges.ts'
import { SignInCompletion } from './services/sign-in-completion.ts'
import { SignInMethods } from './services/sign-in-methods.ts'
import { SignUpConditions } from './services/sign-up-conditions.ts'
import { TwoFactor } from './services/two-factor.ts'
import { UserSections } from './services/user-sections.ts'
import { presentSettings } from './user.resource.ts'

/** Accounts over one platform. `routes` registers the endpoints and the authenticator of every request. */
export const createUsers = (platform: Platform) => {
  const background = new BackgroundWork(platform.log)
  const cache = new SessionCache()
  const accounts = new Accounts(platform.db, cache)
  const sessions = new Sessions(platform.db, cache)
  const tokens = new PersonalAccessTokens(platform.db, cache)
  const mails = new AccountMails(platform)
  const sections = new UserSections()
  const shared = { platform, accounts, sessions, mails, background }
  const botChecks = new BotChecks(platform)
  const conditions = new SignUpConditions(platform.settings)
  const registration = new Registration({ ...shared, botChecks, conditions })
  const clients = new ProviderClients(platform)
  const methods = new SignInMethods(platform.db, sessions, clients)
  const recovery = new PasswordRecovery({ ...shared, methods })
  const passwords = new Passwords({ ...shared, tokens, methods })
  const challenges = new SignInChallenges(platform.db)
  const twoFactor = new TwoFactor(shared)
  const passkeys = new Passkeys({ ...shared, methods })
  const avatars = new Avatars(platform, accounts)
  const confirmations = new Confirmations(platform, accounts)
  const emailChanges = new EmailChanges({ platform, accounts, conditions, mails, sessions })
  const identities = new Identities(platform.db)
  const providerChallenges = new ProviderChallenges({ platform, clients, challenges })
  const providers = new ProviderSignIn({ ...shared, avatars, clients, identities, methods, registration })
  const dataExports = new DataExports(shared)
  dataExports.provideSection('account', (userId) => accountSection(platform.db, userId))
  const pages = createUsersPageServices({
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
  })
  const profile = new Profile(accounts, platform.i18n)
  const signIn = new SignIn(platform, accounts, background)
  const signInCompletion = new SignInCompletion({ ...shared, tokens, challenges, signIn })
  const deletion = new AccountDeletion(shared)
  const maintenance = new AccountMaintenance({ platform, tokens, challenges, dataExports, deletion })
  platform.jobs.define('delete-unverified-users', () => maintenance.deleteUnverified(), { cron: '5 0 * * *' })
  platform.jobs.define(deletionJob, () => deletion.run(), { cron: '51 * * * *', isLong: true })
  platform.jobs.define('cleanup-accounts', () => maintenance.cleanUp(), { cron: '29 * * * *' })
  platform.realtime.checkSessions((ids) => sessions.filterValid(ids))
  for (const event of [accountChanged, sessionRevoked])
    platform.realtime.listen(event, (userId) => cache.invalidateUser(userId))
  platform.realtime.describe('test', async (userId) => ({ user: { id: userId } }))
  platform.events.on('users.session.revoked', ({ userId, sessionId }) =>
    platform.realtime.endSession(userId, sessionId),
  )
  platform.realtime.describe(securityChanged, async () => ({}))
  platform.events.on('users.security.changed', ({ userId }) =>
    platform.realtime.publish({ userId, event: securityChanged, ids: {} }),
  )
  return {
    accounts,
    sessions,
    botChecks,
    directory: new AccountDirectory(platform.db),
    profile,
    administration: new Administration({ ...shared, avatars, twoFactor, deletion, conditions }),
    suspensions: new Suspensions(platform, sessions, mails),
    /** Mails the link that proves an account's email. */
    sendVerification: (userId: string) => registration.sendVerification(userId),
    /** Throws 423 unless the caller confirmed their password lately. */
    requireConfirmation: confirmations.require.bind(confirmations),
    presentSettings,
    /** Registers a module's section of `GET /api/user`. */
    provideSection: sections.provide.bind(sections),
    adminCommands: new AdminCommands({ platform, accounts, sessions }),
    routes(app: FastifyInstance): void {
      registerAuthenticator(app, platform.config, sessions, tokens)
      registerAuthRoutes(app, {
        ...shared,
        tokens,
        signIn,
        signInCompletion,
        registration,
        challenges,
        twoFactor,
        identities,
        providers,
      })
      registerRegistrationRoutes(app, { platform, signInCompletion, registration, recovery, botChecks })
      registerAccountRoutes(app, {
        platform,
        accounts,
        sessions,
        tokens,
        callerAccess: new CallerAccess({ ...shared, tokens }),
        profile,
        passwords,
        sections,
        confirmations,
      })
      registerTwoFactorRoutes(app, { platform, confirmations, twoFactor })
      registerPasskeyRoutes(app, { ...shared, passkeys, challenges, confirmations, signIn, signInCompletion })
      registerProviderRoutes(app, {
        ...shared,
        challenges,
        confirmations,
        identities,
        providerChallenges,
        providers,
        signIn,
        signInCompletion,
      })
      registerDataExportRoutes(app, { confirmations, dataExports })
      registerDeletionRoutes(app, { accounts, confirmations, deletion })
      registerProfileRoutes(app, { platform, avatars, emailChanges, confirmations, pages })
    },
    pages,
    /** Registers a module's condition for new accounts. */
    requireForSignUp: conditions.add.bind(conditions),
    /** Registers a module's deletion of its data of an account. */
    beforeDeletion: deletion.beforeDeletion.bind(deletion),
    /** Registers a module's texts about what the deletion of an account ends, or leaves. */
    describeDeletion: deletion.describe.bind(deletion),
    /** Registers a module's lists for the export of an account. */
    provideExport: dataExports.provideSection.bind(dataExports),
    provideExportedItems: dataExports.provideItems.bind(dataExports),
    /** Ends the process that decodes pictures. */
    stop: () => avatars.stop(),
    /** Call it after changing an account's row by other means: the next request of the account reads the row again. */
    invalidate: (userId: string) => cache.invalidateUser(userId),
    /** Resolves when the background work of earlier requests (emails, audit entries) is done. */
    settled: () => background.settled(),
  }
}

export type Users = ReturnType<typeof createUsers>
