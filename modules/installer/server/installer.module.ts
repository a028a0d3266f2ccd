import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, platformErrors, type ReencryptSecrets } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import { wizardSteps } from '../contract.ts'
import { Installer } from './installer.ts'
import { createInstallerPages } from './page-services.ts'
import { setupRoutes } from './setup.routes.ts'
import { setupSocket } from './socket.routes.ts'
import { Wizard } from './wizard.ts'
import { guessEnvironment, setupCookie, setupTokenOf } from './wizard-request.ts'

const wizardPage = /^\/setup-wizard\/[^?]*/

/** Sets up the instance; until then all endpoints without `beforeSetup` respond with 503. `restart` restarts the server. */
export const createInstaller = (
  platform: Platform,
  users: Users,
  { encryptedData, restart }: { encryptedData: readonly ReencryptSecrets[]; restart: () => void },
) => {
  const installer = new Installer(platform, users)
  const wizard = new Wizard(platform)
  return {
    installer,
    wizard,
    pages: createInstallerPages(platform, wizard),
    routes(app: FastifyInstance): void {
      const { installation } = platform
      const requireSetup = async () => {
        if (!(await installation.done())) throw platformErrors.fail('not-installed')
      }
      app.addHook('onRequest', (request, _reply, done) => {
        const { config } = request.routeOptions
        const isFree = !config.served || config.access === 'installer' || config.beforeSetup
        if (!isFree && !installation.isKnown) return requireSetup()
        done()
      })
      // The pages of the wizard require the setup token. The URL that the server prints contains it.
      const openWizard = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
        if (await installation.done()) return
        const { token } = request.query as { token?: string }
        if (wizard.isToken(token)) {
          reply.setCookie(setupCookie, token as string, { path: '/', httpOnly: true, sameSite: 'lax' })
          // The printed URL leads to the first step. Somebody who comes back continues at the first unfinished one.
          const isStart = path === `/setup-wizard/${wizardSteps[0]}`
          return reply.redirect(isStart ? `/setup-wizard/${wizard.nextStep()}` : path, 302)
        }
        if (!wizard.isToken(setupTokenOf(request))) return reply.redirect('/install', 302)
        wizard.suggestEnvironment(guessEnvironment(request))
      }
      app.addHook('onRequest', (request, reply, done) => {
        const [path] = wizardPage.exec(request.url) ?? []
        if (path) return openWizard(request, reply, path)
        done()
      })
      setupRoutes(app, { platform, wizard, installer, encryptedData, restart })
      setupSocket(app, wizard)
    },
  }
}
