import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { registerAuthenticator } from './authenticate.ts'
import { registerAccountRoutes } from './routes/account.routes.ts'
import { registerAuthRoutes } from './routes/auth.routes.ts'
import { registerRegistrationRoutes } from './routes/registration.routes.ts'
import { Accounts } from './services/accounts.ts'
import { Background } from './services/background.ts'
import { Directory } from './services/directory.ts'
import { Mails } from './services/mails.ts'
import { Mosaic } from './services/mosaic.ts'
import { Operator } from './services/operator.ts'
import { Passwords } from './services/passwords.ts'
import { Profile } from './services/profile.ts'
import { Recovery } from './services/recovery.ts'
import { Registration } from './services/registration.ts'
import { Sessions } from './services/sessions.ts'
import { SignIn } from './services/sign-in.ts'
import { SignedInCache } from './services/signed-in.ts'
import { Tokens } from './services/tokens.ts'
import { Upkeep } from './services/upkeep.ts'

/** Accounts over one platform. `routes` registers the endpoints and the authenticator of every request. */
export const createUsers = (platform: Platform) => {
  const background = new Background(platform.log)
  const cache = new SignedInCache()
  const accounts = new Accounts(platform.db, cache)
  const sessions = new Sessions(platform.db, platform.events, cache)
  const tokens = new Tokens(platform.db, cache)
  const mails = new Mails(platform)
  const mosaic = new Mosaic()
  const shared = { platform, accounts, sessions, mails, background }
  const registration = new Registration(shared)
  const recovery = new Recovery(shared)
  const passwords = new Passwords(shared)
  const profile = new Profile(accounts, platform.i18n)
  const signIn = new SignIn(platform, accounts, background)
  const upkeep = new Upkeep(platform, sessions)
  platform.jobs.define('delete-unverified-users', () => upkeep.deleteUnverified(), { cron: '5 0 * * *' })
  platform.jobs.define('tidy-accounts', () => upkeep.tidy(), { cron: '29 * * * *' })
  platform.realtime.checkSessions((ids) => sessions.holding(ids))
  platform.realtime.describe('test', async (userId) => ({ user: { id: userId } }))
  platform.events.on('users.session.revoked', ({ userId, sessionId }) =>
    platform.realtime.endSession(userId, sessionId),
  )
  return {
    accounts,
    sessions,
    directory: new Directory(platform.db),
    /** Another module fills its section of `GET /api/user`. */
    contribute: mosaic.contribute.bind(mosaic),
    /** What an operator may do from the command line. */
    operator: new Operator({ platform, accounts, sessions, tokens }),
    routes(app: FastifyInstance): void {
      registerAuthenticator(app, platform.config, sessions, tokens)
      registerAuthRoutes(app, { platform, accounts, sessions, tokens, signIn })
      registerRegistrationRoutes(app, { platform, sessions, registration, recovery })
      registerAccountRoutes(app, { platform, accounts, sessions, tokens, profile, passwords, mosaic })
    },
    /** After a change of an account's row by other means: the next request reads it again. */
    forget: (userId: string) => cache.forgetUser(userId),
    /** Resolves when what was going on behind answers (mails, notes) is done. */
    settled: () => background.settled(),
  }
}

export type Users = ReturnType<typeof createUsers>
