import type { AdminTransaction } from './admin-billing.ts'
import type { CreditCard } from './cards.ts'
import type { FailedPayment } from './failed-payments.ts'
import type { PaymentOption } from './payments.ts'
import type { meteredFeatures, Plan } from './plans.ts'
import type { Subscription } from './subscriptions.ts'
import type { LedgerTransaction } from './transactions.ts'

type Engine = 'none' | 'fixed' | 'metered'

/** Minor units, and their formatted text. */
interface FormattedMoney {
  amount: number
  currency: string
  formatted: string
}

/** Limits of an account with a fixed plan, as `meta.limitations`. Storage in bytes; `total` null: no limit. */
export interface Limitations {
  max_storage_amount: { use: number; total: number | null; percentage: number }
  /** `total` -1: any number. */
  max_team_members: { use: number; total: number; percentage: number; meta: { allowed_emails: string[] } }
}

interface FeatureEstimate {
  feature: (typeof meteredFeatures)[number]
  usage: number
  amount: number
  cost: string
}

/** Estimate of the running period of a metered subscription, as `meta.usages`. Quantities are bytes or pieces. */
export interface PresentedEstimate {
  costEstimate: string
  amount: number
  currency: string
  balance: FormattedMoney
  debt: FormattedMoney
  alert: FormattedMoney | null
  spending_cap: FormattedMoney | null
  period_from: string
  period_to: string
  estimated_at: string
  featureEstimates: Record<string, FeatureEstimate>
}

/** Money that an account has paid in advance, in minor units. */
export interface Balance {
  balance: number
  currency: string
  formatted: string
}

/** Actions of users on a subscription that its gateway supports. */
export interface SubscriptionActions {
  resume: boolean
  change: boolean
  /** Whether the gateway has a page for its means of payment. */
  manage: boolean
}

/** Data of a user's billing page. */
export interface BillingOverview {
  /** `none`: shows what the account still has from another engine, and offers nothing. */
  engine: Engine
  options: PaymentOption[]
  balance: Balance
  cards: CreditCard[]
  /** Subscription to a fixed plan; the present one, or the last one that ended. */
  subscription: { resource: Subscription; actions: SubscriptionActions } | null
  /** Fixed plans, the cheapest first. */
  plans: Plan[]
  /** Storage in bytes (`total` null: no limit) and members (`total` -1: no limit). */
  storage: { use: number; total: number | null }
  members: { use: number; total: number }
  /** Estimate of the running period; null without a metered subscription. */
  usage: PresentedEstimate | null
  /** Whether the profile has no country, by which invoices are taxed. */
  lacksCountry: boolean
  failedPayments: FailedPayment[]
  transactions: { rows: LedgerTransaction[]; nextCursor: string | null }
}

/** Billing of one account, as administrators see it. */
export interface UserBilling {
  engine: Engine
  subscription: Subscription | null
  balance: FormattedMoney
  limits: Limitations
  usage: PresentedEstimate | null
  transactions: AdminTransaction[]
  hasMoreTransactions: boolean
  /** Whether unpaid amounts, or the account's own spending cap, block it. */
  isBlocked: boolean
}

/** A metered plan with the number of accounts that it charges. */
export interface MeteredPlan {
  id: string
  name: string
  /** Whether new accounts are charged by it. */
  isCurrent: boolean
  accounts: number
}
