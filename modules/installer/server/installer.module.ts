import type { FastifyInstance } from 'fastify'
import { type Platform, platformErrors } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import { Installer } from './installer.ts'
import { createInstallerPages } from './page-services.ts'

/** What a fresh instance answers besides its wizard: enough to show that page. */
const beforeSetup =
  /^\/(favicon\.svg|robots\.txt|api\/(ping|config|csrf)|sanctum\/csrf-cookie|translations\/[^/]*|health\/[a-z]+)(\?.*)?$/

/** Setting up, and keeping everything else shut until that is done. */
export const createInstaller = (platform: Platform, users: Users) => ({
  installer: new Installer(platform, users),
  pages: createInstallerPages(platform),
  routes(app: FastifyInstance): void {
    app.addHook('onRequest', async (request) => {
      const { config } = request.routeOptions
      if (!config.served || config.access === 'installer' || beforeSetup.test(request.url)) return
      if (!(await platform.installation.done())) throw platformErrors.fail('not-installed')
    })
  },
})
