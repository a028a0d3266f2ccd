import type { FastifyInstance } from 'fastify'
import { type Platform, platformErrors } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import { wizardSteps } from '../contract.ts'
import { Installer } from './installer.ts'
import { createInstallerPages } from './page-services.ts'
import { setupRoutes } from './setup.routes.ts'
import { setupSocket } from './socket.routes.ts'
import { setupCookie, Wizard } from './wizard.ts'

const wizardPage = /^\/setup-wizard\/[^?]*/

/** Sets up the instance; until then all endpoints without `beforeSetup` respond with 503. `restart` restarts the server. */
export const createInstaller = (platform: Platform, users: Users, restart: () => void) => {
  const installer = new Installer(platform, users)
  const wizard = new Wizard(platform)
  return {
    installer,
    wizard,
    pages: createInstallerPages(platform, wizard),
    routes(app: FastifyInstance): void {
      app.addHook('onRequest', async (request) => {
        const { config } = request.routeOptions
        if (!config.served || config.access === 'installer' || config.beforeSetup) return
        if (!(await platform.installation.done())) throw platformErrors.fail('not-installed')
      })
      // The pages of the wizard are for whoever has the token. The address that the server prints carries it.
      app.addHook('onRequest', async (request, reply) => {
        const [path] = wizardPage.exec(request.url) ?? []
        if (!path || (await platform.installation.done())) return
        const { token } = request.query as { token?: string }
        if (wizard.isToken(token)) {
          reply.setCookie(setupCookie, token as string, { path: '/', httpOnly: true, sameSite: 'lax' })
          // The printed address names the first step; who comes back goes on where it ended.
          const isStart = path === `/setup-wizard/${wizardSteps[0]}`
          return reply.redirect(isStart ? `/setup-wizard/${wizard.nextStep()}` : path, 302)
        }
        if (!wizard.isAuthorized(request)) return reply.redirect('/install', 302)
        wizard.noteRequest(request)
      })
      setupRoutes(app, { platform, wizard, installer, restart })
      setupSocket(app, wizard)
    },
  }
}
