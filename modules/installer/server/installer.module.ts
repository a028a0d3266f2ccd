import type { FastifyInstance } from 'fastify'
import { type Platform, platformErrors } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import { Installer } from './installer.ts'
import { createInstallerPages } from './page-services.ts'

/** Sets up the instance; until then all endpoints without `beforeSetup` respond with 503. */
export const createInstaller = (platform: Platform, users: Users) => ({
  installer: new Installer(platform, users),
  pages: createInstallerPages(platform),
  routes(app: FastifyInstance): void {
    app.addHook('onRequest', async (request) => {
      const { config } = request.routeOptions
      if (!config.served || config.access === 'installer' || config.beforeSetup) return
      if (!(await platform.installation.done())) throw platformErrors.fail('not-installed')
    })
  },
})
