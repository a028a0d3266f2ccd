import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  AppError,
  acceptForms,
  type Platform,
  type ReencryptSecrets,
  serve,
  successMessage,
} from '../../platform/index.ts'
import {
  confirmStatus,
  setAdmin,
  setApp,
  setDatabase,
  setEnvironment,
  setLicense,
  submitSetupToken,
  type WizardStep,
  wizardSteps,
} from '../contract.ts'
import { installerErrors } from './errors.ts'
import type { Installer } from './installer.ts'
import { createAdministrator } from './steps/admin.ts'
import { settingOfField, settingsFromForm } from './steps/app.ts'
import { chooseDatabase } from './steps/database.ts'
import { chooseEnvironment } from './steps/environment.ts'
import type { Wizard } from './wizard.ts'
import { setupCookie, setupTokenOf } from './wizard-request.ts'

interface SetupRoutesDeps {
  platform: Platform
  wizard: Wizard
  installer: Installer
  /** One function for each kind of data that is encrypted with APP_KEY. */
  encryptedData: readonly ReencryptSecrets[]
  /** Restarts the server with the new environment, after the response. */
  restart(): void
}

const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax' } as const
const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
const pageOf = (step: WizardStep) => `/setup-wizard/${step}`
const nextPage = (step: WizardStep) => {
  const next = wizardSteps[wizardSteps.indexOf(step) + 1]
  return next ? pageOf(next) : '/sign-in'
}

/** Calls of the setup wizard. A plain form is accepted too: it is redirected to the next page, or back with the error. */
export const setupRoutes = (
  app: FastifyInstance,
  { platform, wizard, installer, encryptedData, restart }: SetupRoutesDeps,
): void => {
  /** Runs the action of a step. A call gets the result as the response's body; a form gets a redirect. */
  const run = async <T>(
    step: WizardStep,
    request: FastifyRequest,
    reply: FastifyReply,
    action: () => Promise<T>,
    next = () => nextPage(step),
  ): Promise<T | undefined> => {
    try {
      await wizard.require(setupTokenOf(request))
      const result = await action()
      if (!isForm(request)) return result
      reply.redirect(next(), 303)
    } catch (error) {
      if (!isForm(request) || !(error instanceof AppError) || error.status >= 500) throw error
      if (error.status === 410) throw error
      if (error.status !== 403) wizard.reject(step, (request.body ?? {}) as Record<string, unknown>, error)
      reply.redirect(error.status === 403 ? '/install?problem=token' : pageOf(step), 303)
    }
    return undefined
  }
  const stored = (request: FastifyRequest) => successMessage(platform.i18n, request, 'installer:wizard.stored')

  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, submitSetupToken, async ({ body }, request, reply) => {
      await wizard.requireOpen()
      const isValid = wizard.isToken(body.token?.trim())
      if (isValid) reply.setCookie(setupCookie, body.token?.trim() ?? '', cookieOptions)
      if (isForm(request)) {
        reply.redirect(isValid ? pageOf(wizard.nextStep()) : '/install?problem=token', 303)
        return undefined
      }
      if (!isValid) throw installerErrors.fail('setup-token-invalid')
      return stored(request)
    })
    serve(scope, confirmStatus, (_call, request, reply) =>
      run('status-check', request, reply, async () => {
        wizard.complete('status-check')
        return stored(request)
      }),
    )
    serve(scope, setLicense, ({ body }, request, reply) =>
      run('purchase-code', request, reply, async () => {
        wizard.complete('purchase-code', settingsFromForm(platform.settings, { license: 'license' }, body))
        return stored(request)
      }),
    )
    serve(scope, setDatabase, ({ body }, request, reply) => {
      let isSetUp = false
      const choose = async () => {
        const { isChanged, isInstalled } = await chooseDatabase(platform, body, encryptedData)
        isSetUp = isInstalled
        wizard.complete('database')
        if (isChanged) {
          // Another database has no mail server yet, and the store belongs to the installation of the former one.
          wizard.state.reopen('environment')
          restart()
        }
        return stored(request)
      }
      return run('database', request, reply, choose, () => (isSetUp ? '/sign-in' : nextPage('database')))
    })
    serve(scope, setEnvironment, ({ body }, request, reply) =>
      run('environment', request, reply, async () => {
        const isChanged = await chooseEnvironment(platform, body, request.headers.host)
        wizard.complete('environment')
        if (isChanged) restart()
        return stored(request)
      }),
    )
    serve(scope, setApp, ({ body }, request, reply) =>
      run('app-setup', request, reply, async () => {
        wizard.complete('app-setup', settingsFromForm(platform.settings, settingOfField, body))
        return stored(request)
      }),
    )
    serve(scope, setAdmin, ({ body }, request, reply) =>
      run('admin-setup', request, reply, async () => {
        await createAdministrator(installer, body, wizard.state.read().answers)
        wizard.state.remove()
        reply.clearCookie(setupCookie, cookieOptions)
        reply.status(204)
        return undefined
      }),
    )
  })
}
