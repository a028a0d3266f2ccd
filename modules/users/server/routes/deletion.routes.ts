import type { FastifyInstance } from 'fastify'
import { callerOf, platformErrors, serve } from '../../../platform/index.ts'
import { cancelDeletion, requestDeletion, showDeletionLosses } from '../../contract.ts'
import type { AccountDeletion } from '../services/account-deletion.ts'
import type { Accounts } from '../services/accounts.ts'
import type { Confirmations } from '../services/confirmations.ts'

interface DeletionRoutesDeps {
  accounts: Accounts
  confirmations: Confirmations
  deletion: AccountDeletion
}

export const registerDeletionRoutes = (app: FastifyInstance, deps: DeletionRoutesDeps): void => {
  const { accounts, confirmations, deletion } = deps
  serve(app, requestDeletion, async (_call, request) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    const account = await accounts.byId(caller.userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    return { data: { deletion_at: (await deletion.request(caller, account, request.ip)).toISOString() } }
  })
  serve(app, showDeletionLosses, async (_call, request) => ({
    data: { losses: await deletion.losses(callerOf(request).userId, request.locale) },
  }))
  serve(app, cancelDeletion, async (_call, request) => {
    await deletion.cancel(callerOf(request), request.ip)
    return undefined
  })
}
