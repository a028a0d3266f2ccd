import type { FastifyInstance } from 'fastify'
import { callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
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

export interface TwoFactorRoutesDeps {
  platform: Platform
  confirmations: Confirmations
  twoFactor: TwoFactor
}

/** Every route here requires a confirmed password. */
export const registerTwoFactorRoutes = (app: FastifyInstance, deps: TwoFactorRoutesDeps): void => {
  const { platform, confirmations, twoFactor } = deps
  const confirmedUser = async (request: Parameters<typeof callerOf>[0]): Promise<string> => {
    await confirmations.require(callerOf(request))
    return callerOf(request).userId
  }

  serve(app, enableTwoFactor, async (_call, request) => {
    await twoFactor.prepare(await confirmedUser(request))
    return successMessage(platform.i18n, request, 'users:message.two-factor-prepared')
  })
  serve(app, confirmTwoFactor, async ({ body }, request) => {
    await twoFactor.confirm(await confirmedUser(request), body.code, request.ip)
    return successMessage(platform.i18n, request, 'users:message.two-factor-enabled')
  })
  serve(app, disableTwoFactor, async (_call, request) => {
    await twoFactor.disable(await confirmedUser(request), request.ip)
    return successMessage(platform.i18n, request, 'users:message.two-factor-disabled')
  })
  serve(app, getTwoFactorQrCode, async (_call, request) => {
    const { svg, url } = await twoFactor.setup(await confirmedUser(request))
    return { svg, url }
  })
  serve(app, getTwoFactorSecret, async (_call, request) => {
    const { secretKey } = await twoFactor.setup(await confirmedUser(request))
    return { secretKey }
  })
  serve(app, getRecoveryCodes, async (_call, request) => twoFactor.recoveryCodes(await confirmedUser(request)))
  serve(app, renewRecoveryCodes, async (_call, request) =>
    twoFactor.renewRecoveryCodes(await confirmedUser(request), request.ip),
  )
}
