import type { FastifyInstance } from 'fastify'
import { auditActorOf, callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { moneyText } from '../../../shared/contract.ts'
import {
  deleteBillingAlert,
  deleteSpendingCap,
  setBillingAlert,
  setSpendingCap,
  updateBillingAlert,
} from '../../contract.ts'
import type { UsageChoices } from './usage-choices.ts'

export const usageRoutes = (app: FastifyInstance, { i18n }: Pick<Platform, 'i18n'>, choices: UsageChoices): void => {
  serve(app, setBillingAlert, async ({ body }, request) => {
    await choices.createAlert(callerOf(request).userId, moneyText(body.amount))
    return successMessage(i18n, request, 'billing:message.alert-saved')
  })
  serve(app, updateBillingAlert, async ({ body }, request) => {
    await choices.updateAlert(callerOf(request).userId, moneyText(body.amount))
    return successMessage(i18n, request, 'billing:message.alert-saved')
  })
  serve(app, deleteBillingAlert, async (_call, request) => {
    await choices.deleteAlert(callerOf(request).userId)
    return successMessage(i18n, request, 'billing:message.alert-deleted')
  })
  serve(app, setSpendingCap, async ({ body }, request) => {
    await choices.setCap(auditActorOf(request), moneyText(body.amount))
    return successMessage(i18n, request, 'billing:message.cap-saved')
  })
  serve(app, deleteSpendingCap, async (_call, request) => {
    await choices.deleteCap(auditActorOf(request))
    return successMessage(i18n, request, 'billing:message.cap-deleted')
  })
}
