import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { foldSpaces } from '../../../shared/contract.ts'
import {
  createPlan,
  deletePlan,
  getPlan,
  listOfferedPlans,
  listPlans,
  type Plan,
  replacePlan,
  synchronizePlans,
  synchronizePlansByGet,
  updatePlan,
  updatePlanFeatures,
} from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { GatewayPrices } from '../gateways/gateway-prices.ts'
import type { PlanSync } from '../gateways/plan-sync.ts'
import { listMeta } from '../services/list-page.ts'
import { presentPlan } from './plan.resource.ts'
import type { PlanVersion } from './plan.row.ts'
import { memberLimit, readNewPlan, storageBytes } from './plan-input.ts'
import type { ListedPlan, Plans } from './plans.ts'

export const plansRoutes = (
  app: FastifyInstance,
  { i18n, settings }: Pick<Platform, 'i18n' | 'settings'>,
  { plans, prices, planSync }: { plans: Plans; prices: Pick<GatewayPrices, 'idsOf'>; planSync: PlanSync },
): void => {
  const present = async (shown: (PlanVersion | ListedPlan)[], locale: string) => {
    const ids = await prices.idsOf(shown.map(({ id }) => id))
    return shown.map((plan) => presentPlan(plan, locale, ids.get(plan.id)))
  }
  const show = async (id: string, locale: string) => {
    const [data] = await present([await plans.details(id)], locale)
    return { data: data as Plan }
  }

  serve(app, listOfferedPlans, async (_call, { locale }) => ({
    data: (await present(await plans.offered(), locale)).map((data) => ({ data })),
  }))
  serve(app, listPlans, async ({ query }, { locale }) => {
    const page = await plans.page(query, query)
    return {
      data: (await present(page.rows, locale)).map((data) => ({ data })),
      meta: listMeta(page),
    }
  })
  serve(app, getPlan, async ({ params }, { locale }) => show(params.id, locale))
  serve(app, createPlan, async ({ body }, request) => {
    const content = readNewPlan(body)
    // Usage is paid from prepaid balances, which are in the installation's currency.
    if (body.type === 'metered' && content.currency !== (await settings.get('billing_currency')))
      throw billingErrors.fail('invalid-currency')
    await planSync.requireCharged(content, request.locale)
    return show((await plans.create(auditActorOf(request), body.type, content)).plan_id, request.locale)
  })
  for (const endpoint of [updatePlan, replacePlan])
    serve(app, endpoint, async ({ params, body }, request) => {
      const changes = body.name === undefined ? body : { ...body, name: foldSpaces(body.name) }
      return show((await plans.update(auditActorOf(request), params.id, changes)).plan_id, request.locale)
    })
  serve(app, updatePlanFeatures, async ({ params, body }, request) => {
    const { max_storage_amount: storage, max_team_members: members } = body
    const changes = {
      ...(storage === undefined ? {} : { max_storage_bytes: storageBytes(storage) }),
      ...(members === undefined ? {} : { max_team_members: memberLimit(members) }),
    }
    return show((await plans.update(auditActorOf(request), params.id, changes)).plan_id, request.locale)
  })
  serve(app, deletePlan, async ({ params }, request) => {
    const outcome = await plans.archive(auditActorOf(request), params.id)
    // A price that could not be archived there is archived by the daily synchronisation.
    const failed = await planSync.archive(params.id)
    if (failed.length > 0) return successMessage(i18n, request, 'billing:message.plan-archived-here')
    const key = outcome === 'archived' ? 'billing:message.plan-archived' : 'billing:message.plan-removed'
    return successMessage(i18n, request, key)
  })
  for (const endpoint of [synchronizePlans, synchronizePlansByGet])
    serve(app, endpoint, async () => ({ data: await planSync.run() }))
}
