import type { Test } from 'tap'
import type { GatewayClient } from '../../../modules/billing/server/gateways/gateway-client.ts'
import { Gateways } from '../../../modules/billing/server/gateways/gateways.ts'
import { newPaymentReference } from '../../../modules/billing/server/gateways/payment-reference.ts'
import type { Platform } from '../../../modules/platform/index.ts'
import type { GatewayDouble } from './double.ts'
import { gatewayDoubles } from './gateways.ts'
import type { ReversingDouble } from './reversing-double.ts'

export const gatewayPerson = {
  userId: '0190a000-0000-7000-8000-000000000001',
  email: 'jane@example.org',
  name: 'Jane',
  former: 0,
}
export const returnUrl = 'https://files.example.org/user/settings/billing'

type Case = (t: Test, client: GatewayClient, double: ReversingDouble) => Promise<void>

/** Clients of the three gateways, and tests that all of them pass. */
export const gatewayContract = async (t: Test) => {
  const { doubles, env } = await gatewayDoubles(t)
  const paymentBases = Object.fromEntries(doubles.map(({ name }) => [name, env[`${name.toUpperCase()}_API_BASE`]]))
  const gateways = new Gateways({
    db: { now: async () => new Date() },
    config: { paymentBases },
  } as unknown as Platform)
  const create = ({ name, credentials }: GatewayDouble, secret = credentials.secret) =>
    gateways.create(name, { ...credentials, secret })
  return {
    create,
    contract: (name: string, test: Case) =>
      t.test(name, async (t) => {
        for (const double of doubles as ReversingDouble[])
          await t.test(double.name, (t) => test(t, create(double), double))
      }),
  }
}

/** The error that a call rejects with, or its result. */
export const outcomeOrError = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

export const fundBalance = async (client: GatewayClient, amount: number, currency = 'USD') => {
  const reference = newPaymentReference()
  const customer = await client.createCustomer(gatewayPerson)
  const request = {
    reference,
    customer,
    email: gatewayPerson.email,
    returnUrl,
    description: 'Balance',
    amount,
    currency,
  }
  return { request, checkout: await client.fund(request) }
}

/** The checkout of a new plan by the month, which is not paid. */
export const beginPlan = async (client: GatewayClient, money = { amount: 900, currency: 'USD' }) => {
  const plan = { id: newPaymentReference(), name: 'Plus', description: null, ...money }
  const price = await client.syncPlan({ ...plan, interval: 'month' }, null)
  const customer = await client.createCustomer(gatewayPerson)
  const reference = newPaymentReference()
  const request = { reference, customer, price, email: gatewayPerson.email, returnUrl, description: 'Plus', ...money }
  const checkout = await client.subscribe(request)
  return { plan, price, customer, reference, checkout }
}

/** A subscription to a new plan that is paid for the first time; resolves with the gateway's id. */
export const subscribeNewPlan = async (
  client: GatewayClient,
  double: GatewayDouble,
  money?: { amount: number; currency: string },
) => {
  const begun = await beginPlan(client, money)
  double.pay(begun.reference)
  const id = (await client.subscriptionOf({ id: begun.checkout.id, prices: [begun.price] })) ?? ''
  return { ...begun, id }
}
