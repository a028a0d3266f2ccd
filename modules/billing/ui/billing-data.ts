import type { CreditCard, PaymentOption } from '../contract.ts'

/** What the billing page of a user shows. */
export interface BillingData {
  options: PaymentOption[]
  balance: { balance: number; currency: string; formatted: string }
  cards: CreditCard[]
}
