import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { pageNumber } from '../../../shared/contract.ts'
import {
  createPlan,
  deletePlan,
  getPlan,
  listOfferedPlans,
  listPlans,
  updatePlan,
  updatePlanFeatures,
} from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import { paginate } from '../services/paginate.ts'
import { presentPlan } from './plan.resource.ts'
import { memberLimit, readNewPlan, storageBytes } from './plan-input.ts'
import type { Plans } from './plans.ts'

const actorOf = (request: FastifyRequest) => ({ userId: (request.principal as Principal).userId, ip: request.ip })

export const plansRoutes = (
  app: FastifyInstance,
  { i18n, settings }: Pick<Platform, 'i18n' | 'settings'>,
  plans: Plans,
): void => {
  serve(app, listOfferedPlans, async (_call, { locale }) => ({
    data: (await plans.offered()).map((plan) => ({ data: presentPlan(plan, locale) })),
  }))
  serve(app, listPlans, async ({ query }, { locale }) => {
    const found = await plans.page({ page: pageNumber(query.page), cursor: query.cursor, perPage: query.per_page })
    return {
      data: found.rows.map((plan) => ({ data: presentPlan(plan, locale) })),
      meta: { paginate: paginate(found) },
    }
  })
  serve(app, getPlan, async ({ params }, { locale }) => ({ data: presentPlan(await plans.find(params.id), locale) }))
  serve(app, createPlan, async ({ body }, request) => {
    const content = readNewPlan(body)
    // Usage is paid from prepaid balances, which are in the installation's currency.
    if (body.type === 'metered' && content.currency !== (await settings.get('billing_currency')))
      throw billingErrors.fail('invalid-currency')
    return { data: presentPlan(await plans.create(actorOf(request), body.type, content), request.locale) }
  })
  serve(app, updatePlan, async ({ params, body }, request) => ({
    data: presentPlan(await plans.update(actorOf(request), params.id, body), request.locale),
  }))
  serve(app, updatePlanFeatures, async ({ params, body }, request) => {
    const { max_storage_amount: storage, max_team_members: members } = body
    const changes = {
      ...(storage === undefined ? {} : { max_storage_bytes: storageBytes(storage) }),
      ...(members === undefined ? {} : { max_team_members: memberLimit(members) }),
    }
    return { data: presentPlan(await plans.update(actorOf(request), params.id, changes), request.locale) }
  })
  serve(app, deletePlan, async ({ params }, request) => {
    const outcome = await plans.archive(actorOf(request), params.id)
    const text = i18n.translator(request.locale)
    const message =
      outcome === 'archived' ? text('billing:message.plan-archived') : text('billing:message.plan-removed')
    return { type: 'success', message }
  })
}
