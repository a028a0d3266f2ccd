import type { FastifyInstance } from 'fastify'
import { type Platform, serve, successMessage } from '../../../platform/index.ts'
import {
  getBotCheck,
  recoverPassword,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '../../contract.ts'
import { usersErrors } from '../errors.ts'
import { normalEmail } from '../names.ts'
import type { BotChecks } from '../services/bot-checks.ts'
import type { PasswordRecovery } from '../services/password-recovery.ts'
import type { Registration } from '../services/registration.ts'
import type { SignInCompletion } from '../services/sign-in-completion.ts'
import { openSession } from './open-session.ts'

interface RegistrationRoutesDeps {
  platform: Platform
  signInCompletion: SignInCompletion
  registration: Registration
  recovery: PasswordRecovery
  botChecks: BotChecks
}

/** The sign-in page, which sends the signed-in on to their profile: both say that the link has ended; the profile sends a new one. */
const expiredLinkPage = `/sign-in?verification=expired&redirect=${encodeURIComponent('/user/profile?verification=expired')}`

export const registerRegistrationRoutes = (app: FastifyInstance, deps: RegistrationRoutesDeps): void => {
  const { platform, registration, recovery, botChecks } = deps

  serve(app, register, async ({ body }, request, reply) => {
    const id = await registration.register(body, { ip: request.ip, locale: request.locale })
    if (id) await openSession(deps, request, reply, { id, email: normalEmail(body.email) })
    return {
      ...successMessage(platform.i18n, request, id ? 'users:message.registered' : 'users:message.verification-sent'),
      data: { signed_in: id !== null },
    }
  })

  serve(app, getBotCheck, async (_call, request) => ({ data: { challenge: await botChecks.challenge(request.ip) } }))

  serve(app, verifyEmail, async ({ params }, request, reply) => {
    const state = await registration.verify(params.token, request.principal?.userId ?? null)
    if (state === 'verified') return reply.redirect('/successfully-verified', 302)
    if (state === 'sign-in') {
      // Signed-in people are not shown the sign-in page: they learn that the link is for another account.
      const page = request.principal ? '/confirm-email' : '/sign-in'
      return reply.redirect(`${page}?verification=${encodeURIComponent(params.token)}`, 302)
    }
    if (request.headers.accept?.includes('text/html')) return reply.redirect(expiredLinkPage, 302)
    throw usersErrors.fail('verification-link-invalid')
  })

  serve(app, resendVerification, async ({ body }, request) => {
    await registration.resend(body.email, request.ip)
    return successMessage(platform.i18n, request, 'users:message.verification-sent')
  })

  serve(app, recoverPassword, async ({ body }, request) => {
    await recovery.request(body.email, request.ip)
    return successMessage(platform.i18n, request, 'users:message.reset-sent')
  })

  serve(app, resetPassword, async ({ body }, request) => {
    const removed = await recovery.reset(body, request.ip)
    return {
      ...successMessage(platform.i18n, request, 'users:message.password-reset'),
      data: { sign_in_methods_removed: removed },
    }
  })
}
