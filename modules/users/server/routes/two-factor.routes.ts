import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Platform, type Principal, serve, successMessage } from '../../../platform/index.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getRecoveryCodes,
  getTwoFactorQrCode,
  getTwoFactorSecret,
  renewRecoveryCodes,
} from '../../contract.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { TwoFactor } from '../services/two-factor.ts'

interface TwoFactorRoutesDeps {
  platform: Platform
  confirmations: Confirmations
  twoFactor: TwoFactor
}

/** Every route here requires a confirmed password. */
export const registerTwoFactorRoutes = (app: FastifyInstance, deps: TwoFactorRoutesDeps): void => {
  const { platform, confirmations, twoFactor } = deps
  const confirmed = async (request: FastifyRequest): Promise<Principal> => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    return caller
  }

  serve(app, enableTwoFactor, async (_call, request) => {
    await twoFactor.prepare(await confirmed(request), request.ip)
    return successMessage(platform.i18n, request, 'users:message.two-factor-prepared')
  })
  serve(app, confirmTwoFactor, async ({ body }, request) => {
    await twoFactor.confirm(await confirmed(request), body.code, request.ip)
    return successMessage(platform.i18n, request, 'users:message.two-factor-enabled')
  })
  serve(app, disableTwoFactor, async (_call, request) => {
    await twoFactor.disable(await confirmed(request), request.ip)
    return successMessage(platform.i18n, request, 'users:message.two-factor-disabled')
  })
  serve(app, getTwoFactorQrCode, async (_call, request) => {
    const { svg, url } = await twoFactor.setup((await confirmed(request)).userId)
    return { svg, url }
  })
  serve(app, getTwoFactorSecret, async (_call, request) => {
    const { secretKey } = await twoFactor.setup((await confirmed(request)).userId)
    return { secretKey }
  })
  serve(app, getRecoveryCodes, async (_call, request) => twoFactor.recoveryCodes((await confirmed(request)).userId))
  serve(app, renewRecoveryCodes, async (_call, request) =>
    twoFactor.renewRecoveryCodes(await confirmed(request), request.ip),
  )
}
