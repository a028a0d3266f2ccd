import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { registerAuthenticator } from './authenticate.ts'
import { registerAccountRoutes } from './routes/account.routes.ts'
import { registerAuthRoutes } from './routes/auth.routes.ts'
import { registerRegistrationRoutes } from './routes/registration.routes.ts'
import { Accounts } from './services/accounts.ts'
import { AdminCommands } from './services/admin-commands.ts'
import { Background } from './services/background.ts'
import { Directory } from './services/directory.ts'
import { Emails } from './services/emails.ts'
import { Maintenance } from './services/maintenance.ts'
import { Passwords } from './services/passwords.ts'
import { PersonalAccessTokens } from './services/personal-access-tokens.ts'
import { Profile } from './services/profile.ts'
import { Recovery } from './services/recovery.ts'
import { Registration } from './services/registration.ts'
import { SessionCache } from './services/session-cache.ts'
import { Sessions } from './services/sessions.ts'
import { SignIn } from './services/sign-in.ts'
import { UserSections } from './services/user-sections.ts'

/** Accounts over one platform. `routes` registers the endpoints and the authenticator of every request. */
export const createUsers = (platform: Platform) => {
  const background = new Background(platform.log)
  const cache = new SessionCache()
  const accounts = new Accounts(platform.db, cache)
  const sessions = new Sessions(platform.db, platform.events, cache)
  const tokens = new PersonalAccessTokens(platform.db, cache)
  const emails = new Emails(platform)
  const sections = new UserSections()
  const shared = { platform, accounts, sessions, emails, background }
  const registration = new Registration(shared)
  const recovery = new Recovery(shared)
  const passwords = new Passwords(shared)
  const profile = new Profile(accounts, platform.i18n)
  const signIn = new SignIn(platform, accounts, background)
  const maintenance = new Maintenance(platform, sessions)
  platform.jobs.define('delete-unverified-users', () => maintenance.deleteUnverified(), { cron: '5 0 * * *' })
  platform.jobs.define('cleanup-accounts', () => maintenance.cleanUp(), { cron: '29 * * * *' })
  platform.realtime.checkSessions((ids) => sessions.filterValid(ids))
  platform.realtime.describe('test', async (userId) => ({ user: { id: userId } }))
  platform.events.on('users.session.revoked', ({ userId, sessionId }) =>
    platform.realtime.endSession(userId, sessionId),
  )
  return {
    accounts,
    sessions,
    directory: new Directory(platform.db),
    /** Registers a module's section of `GET /api/user`. */
    provideSection: sections.provide.bind(sections),
    adminCommands: new AdminCommands({ platform, accounts, sessions, tokens }),
    routes(app: FastifyInstance): void {
      registerAuthenticator(app, platform.config, sessions, tokens)
      registerAuthRoutes(app, { platform, accounts, sessions, tokens, signIn })
      registerRegistrationRoutes(app, { platform, sessions, registration, recovery })
      registerAccountRoutes(app, { platform, accounts, sessions, tokens, profile, passwords, sections })
    },
    /** Call after changing an account's row by other means: its next request reads it again. */
    invalidate: (userId: string) => cache.invalidateUser(userId),
    /** Resolves when the background work of earlier requests (emails, audit entries) is done. */
    settled: () => background.settled(),
  }
}

export type Users = ReturnType<typeof createUsers>
