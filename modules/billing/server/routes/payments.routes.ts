import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AppError,
  acceptForms,
  callerOf,
  type Platform,
  platformErrors,
  serve,
  successMessage,
} from '../../../platform/index.ts'
import { formatMoney, moneyText } from '../../../shared/contract.ts'
import type { Account, Users } from '../../../users/index.ts'
import {
  addCreditCard,
  beginCheckout,
  cardFormPage,
  createSetupIntent,
  deleteCreditCard,
  getBalance,
  listCreditCards,
  listPaymentOptions,
  makeDefaultCreditCard,
  refreshCreditCards,
  showCheckout,
  submitCardForm,
} from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { Cards } from '../gateways/cards.ts'
import type { Checkouts } from '../gateways/checkouts.ts'
import type { Funding } from '../gateways/funding.ts'
import { type GatewayName, gatewayNames } from '../gateways/gateway.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { GatewaySync } from '../gateways/gateway-sync.ts'
import type { Subscribing } from '../gateways/subscribing.ts'
import { failUnavailable } from '../gateways/subscription-gateways.ts'
import type { PaymentPages } from '../payment-pages.ts'

interface PaymentsRoutesDeps {
  users: Pick<Users, 'accounts'>
  checkouts: Checkouts
  funding: Funding
  subscribing: Subscribing
  cards: Cards
  sync: GatewaySync
  pages: PaymentPages
}

/** The gateway of this name; throws 404 for any other text. */
export const gatewayOfParams = (name: string): GatewayName => {
  const gateway = gatewayNames.find((gatewayName) => gatewayName === name)
  if (!gateway) throw platformErrors.fail('not-found')
  return gateway
}

export const paymentsRoutes = (
  app: FastifyInstance,
  { config, settings, i18n, log }: Pick<Platform, 'config' | 'settings' | 'i18n' | 'log'>,
  deps: PaymentsRoutesDeps,
): void => {
  const { users, checkouts, funding, subscribing, cards, sync, pages } = deps
  const idOf = (request: FastifyRequest) => callerOf(request).userId
  const accountOf = async (request: FastifyRequest) => (await users.accounts.byId(idOf(request))) as Account
  const listCards = async (userId: string) => ({ data: await pages.cards(userId) })

  serve(app, listPaymentOptions, async () => ({ data: await pages.options() }))

  serve(app, beginCheckout, async ({ params, body: { amount, planCode } }, request) => {
    const gateway = gatewayOfParams(params.gateway)
    const account = await accountOf(request)
    if (planCode === undefined && amount === undefined) throw billingErrors.fail('invalid-amount')
    const { url, reference } = await failUnavailable(
      planCode === undefined
        ? funding.begin(account, gateway, moneyText(amount ?? ''))
        : subscribing.begin(account, gateway, planCode),
    )
    return {
      ...successMessage(i18n, request, 'billing:message.checkout-created'),
      url,
      data: { reference, authorization_url: url },
    }
  })

  serve(app, showCheckout, async ({ params: { reference } }, request) => {
    const find = () => checkouts.ofUser(idOf(request), reference)
    const stored = await find()
    if (stored?.status === 'open')
      await sync.apply({ gateway: stored.gateway, kind: 'checkout', id: reference }).catch((error: unknown) => {
        if (!(error instanceof GatewayError)) throw error
        log.warn({ err: error }, 'a payment cannot be asked for now; its webhook will tell')
      })
    const checkout = await find()
    if (!checkout) throw billingErrors.fail('checkout-not-found')
    const { status, purpose, amount, currency } = checkout
    return { data: { reference, status, purpose, amount, currency, formatted: formatMoney(checkout, request.locale) } }
  })

  serve(app, getBalance, async (_call, request) => ({ data: await pages.balance(idOf(request), request.locale) }))

  serve(app, listCreditCards, (_call, request) => listCards(idOf(request)))
  serve(app, createSetupIntent, async (_call, request) => {
    const client_secret = await failUnavailable(cards.begin(await accountOf(request)))
    const publishable_key = (await settings.get('stripe_credentials'))?.key ?? ''
    return {
      ...successMessage(i18n, request, 'billing:message.setup-intent-created'),
      data: { client_secret, publishable_key },
    }
  })
  const hostedCardPage = async (request: FastifyRequest) =>
    failUnavailable(cards.page(await accountOf(request), `${config.appUrl}/user/settings/billing`))
  serve(app, addCreditCard, async (_call, request) => ({ url: await hostedCardPage(request) }))
  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, submitCardForm, async ({ body }, request, reply) => {
      try {
        request.checkCsrf(body.csrf)
        return reply.redirect(await hostedCardPage(request), 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return reply.redirect(`${cardFormPage}?problem=1`, 303)
      }
    })
  })
  serve(app, refreshCreditCards, async (_call, request) => {
    await failUnavailable(cards.refresh(idOf(request)))
    return listCards(idOf(request))
  })
  serve(app, makeDefaultCreditCard, async ({ params }, request) => {
    await failUnavailable(cards.makeDefault(idOf(request), params.id))
    return successMessage(i18n, request, 'billing:message.card-default')
  })
  serve(app, deleteCreditCard, async ({ params }, request) => {
    await failUnavailable(cards.remove(idOf(request), params.id))
    return successMessage(i18n, request, 'billing:message.card-removed')
  })
}
