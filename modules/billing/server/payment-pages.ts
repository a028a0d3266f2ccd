import type { Platform } from '../../platform/index.ts'
import { formatMoney } from '../../shared/contract.ts'
import type { Balance, CreditCard, PaymentOption, PaymentSource, SubscriptionActions } from '../contract.ts'
import { presentCard } from './gateways/card.resource.ts'
import type { Cards } from './gateways/cards.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { Ledger } from './services/ledger.ts'

/** Payment data of routes and server-rendered pages, in the shapes of the API. */
export interface PaymentPages {
  options(): Promise<PaymentOption[]>
  balance(userId: string, locale: string): Promise<Balance>
  cards(userId: string): Promise<CreditCard[]>
  /** No action at a gateway that is not set up. */
  actions(gateway: PaymentSource): Promise<SubscriptionActions>
}

interface Deps extends Pick<Platform, 'settings'> {
  gateways: Gateways
  cards: Cards
  ledger: Ledger
}

const none: SubscriptionActions = { resume: false, change: false, manage: false }

export const createPaymentPages = ({ settings, gateways, cards, ledger }: Deps): PaymentPages => ({
  options: async () =>
    Promise.all(
      (await gateways.offered()).map(async ({ name, can }) => ({
        gateway: name,
        description: await settings.get(`${name}_payment_description`),
        stores_cards: can.storeCards,
      })),
    ),
  async balance(userId, locale) {
    const currency = await settings.get('billing_currency')
    const balance = await ledger.balance(userId, currency)
    return { balance, currency, formatted: formatMoney({ amount: balance, currency }, locale) }
  },
  async actions(gateway) {
    const client = gateway === 'system' ? null : await gateways.find(gateway)
    const { resume, change, manage } = client?.can ?? none
    return { resume, change, manage }
  },
  cards: async (userId) => (await cards.list(userId)).map((card) => presentCard(card)),
})
