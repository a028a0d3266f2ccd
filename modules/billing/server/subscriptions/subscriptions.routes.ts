import type { FastifyInstance } from 'fastify'
import { auditActorOf, callerOf, type Db, serve } from '../../../platform/index.ts'
import { formatMoney } from '../../../shared/contract.ts'
import {
  cancelSubscription,
  cancelUserSubscription,
  editSubscription,
  getSubscription,
  getUserSubscription,
  listPlanSubscribers,
  listSubscriptions,
  previewPlanChange,
  refreshSubscription,
  resumeSubscription,
  type SubscriptionFilters,
  swapPlan,
} from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { Plans } from '../plans/plans.ts'
import { listMeta, type PageRequest } from '../services/list-page.ts'
import { presentPaymentMethodPage, presentSubscription } from './subscription.resource.ts'
import type { SubscriptionChanges } from './subscription-changes.ts'
import * as subscriptionList from './subscription-list.ts'

export const subscriptionsRoutes = (
  app: FastifyInstance,
  db: Db,
  { plans, changes }: { plans: Plans; changes: SubscriptionChanges },
): void => {
  const show = async (userId: string, locale: string) => {
    const subscription = await subscriptionList.findUserSubscription(db, userId)
    if (!subscription) throw billingErrors.fail('subscription-not-found')
    return { data: presentSubscription(subscription, locale) }
  }
  const list = async (planId: string | null, page: PageRequest, filters: SubscriptionFilters, locale: string) => {
    const listed = await subscriptionList.listSubscriptions(db, planId, page, filters)
    const data = listed.rows.map((row) => ({ data: presentSubscription(row, locale) }))
    return { data, meta: listMeta(listed) }
  }
  serve(app, getSubscription, (_call, request) => show(callerOf(request).userId, request.locale))
  serve(app, cancelSubscription, async (_call, request) => {
    const { userId } = callerOf(request)
    await changes.cancel(userId, auditActorOf(request))
    return show(userId, request.locale)
  })
  serve(app, resumeSubscription, async (_call, request) => {
    const { userId } = callerOf(request)
    await changes.resume(userId, auditActorOf(request))
    return show(userId, request.locale)
  })
  serve(app, refreshSubscription, async (_call, request) => {
    const { userId } = callerOf(request)
    await changes.refresh(userId)
    return show(userId, request.locale)
  })
  serve(app, previewPlanChange, async ({ params }, request) => {
    const { currency, period, ...amounts } = await changes.preview(callerOf(request).userId, params.planId)
    const money = (amount: number) => ({
      amount,
      currency,
      formatted: formatMoney({ amount, currency }, request.locale),
    })
    const { credit, charge, due, remaining } = amounts
    return {
      data: {
        credit: money(credit),
        charge: money(charge),
        due: money(due),
        remaining: money(remaining),
        renews_at: period.to.toISOString(),
      },
    }
  })
  serve(app, swapPlan, async ({ params }, request) => {
    const { userId } = callerOf(request)
    const url = await changes.swap(userId, params.planId, auditActorOf(request))
    return url === null ? show(userId, request.locale) : { url }
  })
  serve(app, editSubscription, async ({ params }, request) =>
    presentPaymentMethodPage(await changes.edit(callerOf(request).userId, params.id)),
  )
  serve(app, listSubscriptions, ({ query }, { locale }) => list(null, query, query, locale))
  serve(app, listPlanSubscribers, async ({ params, query }, { locale }) => {
    await plans.find(params.id)
    return list(params.id, query, {}, locale)
  })
  serve(app, cancelUserSubscription, async ({ params }, request) => {
    await changes.cancel(params.id, auditActorOf(request))
    return show(params.id, request.locale)
  })
  serve(app, getUserSubscription, ({ params }, { locale }) => show(params.id, locale))
}
