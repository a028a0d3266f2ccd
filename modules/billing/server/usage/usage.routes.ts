import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { moneyText } from '../../../shared/contract.ts'
import {
  deleteBillingAlert,
  deleteSpendingCap,
  setBillingAlert,
  setSpendingCap,
  updateBillingAlert,
} from '../../contract.ts'
import type { UsageChoices } from './usage-choices.ts'

const chooserOf = (request: FastifyRequest) => ({ userId: (request.principal as Principal).userId, ip: request.ip })

export const usageRoutes = (app: FastifyInstance, { i18n }: Pick<Platform, 'i18n'>, choices: UsageChoices): void => {
  const success = (request: FastifyRequest, what: 'alert-saved' | 'alert-deleted' | 'cap-saved' | 'cap-deleted') => {
    // i18n-keys: billing:message.alert-saved, billing:message.alert-deleted, billing:message.cap-saved
    // i18n-keys: billing:message.cap-deleted
    return { type: 'success', message: i18n.translator(request.locale)(`billing:message.${what}`) }
  }
  serve(app, setBillingAlert, async ({ body }, request) => {
    await choices.setAlert(chooserOf(request).userId, moneyText(body.amount), true)
    return success(request, 'alert-saved')
  })
  serve(app, updateBillingAlert, async ({ body }, request) => {
    await choices.setAlert(chooserOf(request).userId, moneyText(body.amount), false)
    return success(request, 'alert-saved')
  })
  serve(app, deleteBillingAlert, async (_call, request) => {
    await choices.deleteAlert(chooserOf(request).userId)
    return success(request, 'alert-deleted')
  })
  serve(app, setSpendingCap, async ({ body }, request) => {
    await choices.setCap(chooserOf(request), moneyText(body.amount))
    return success(request, 'cap-saved')
  })
  serve(app, deleteSpendingCap, async (_call, request) => {
    await choices.deleteCap(chooserOf(request))
    return success(request, 'cap-deleted')
  })
}
