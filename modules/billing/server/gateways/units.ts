import { decimalsOf, type Money } from '../../../shared/contract.ts'
import type { GatewayName } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'

interface Rules {
  /** Codes of the currencies that the gateway takes. */
  takes: string
  /** Decimals of the gateway's amounts, where they differ from ISO 4217. */
  decimals?: Readonly<Record<string, number>>
  /** Minor units that its amounts must be multiples of, where this does not follow from its decimals. */
  steps?: Readonly<Record<string, number>>
  /** Least charge in minor units, where it is known. */
  least?: Readonly<Record<string, number>>
}

/**
 * How one gateway counts money. Amounts are converted on their way to the gateway and back; everywhere else they are minor
 * units.
 */
export class GatewayUnits {
  private readonly gateway: GatewayName
  private readonly rules: Rules
  private readonly taken: ReadonlySet<string>
  constructor(gateway: GatewayName, rules: Rules) {
    this.gateway = gateway
    this.rules = rules
    this.taken = new Set(rules.takes.split(/\s+/))
  }

  takes(currency: string): boolean {
    return this.taken.has(currency)
  }

  decimalsOf(currency: string): number {
    return this.rules.decimals?.[currency] ?? decimalsOf(currency)
  }

  /** Minor units that amounts of the currency must be multiples of. */
  stepOf(currency: string): number {
    return this.rules.steps?.[currency] ?? 10 ** Math.max(0, decimalsOf(currency) - this.decimalsOf(currency))
  }

  /** Minor units; 1 where no least charge is known. */
  leastOf(currency: string): number {
    return this.rules.least?.[currency] ?? 1
  }

  /** Whether the amount is below the least charge; refunds may be. */
  isTooSmall({ amount, currency }: Money): boolean {
    return amount < this.leastOf(currency)
  }

  /** Reason, for administrators, why the gateway does not take the amount; null: it does. */
  rejectionOf({ amount, currency }: Money): string | null {
    if (!this.takes(currency)) return `${this.gateway} does not take ${currency}`
    const step = this.stepOf(currency)
    return amount % step === 0 ? null : `${amount} minor units of ${currency} are no multiple of ${step}`
  }

  /**
   * The amount as the whole number in which the gateway counts. Throws `GatewayError` for an amount that it does not take.
   */
  toGateway(money: Money): number {
    const reason = this.rejectionOf(money)
    if (reason !== null) throw new GatewayError(this.gateway, { status: 422, reason })
    const more = this.decimalsOf(money.currency) - decimalsOf(money.currency)
    return more >= 0 ? money.amount * 10 ** more : money.amount / 10 ** -more
  }

  /**
   * The money that a whole number of the gateway stands for. In a currency that the gateway does not take, the number stays
   * as it is: it equals no amount that was asked for.
   */
  fromGateway(amount: number, currency: string): Money {
    if (!this.takes(currency)) return { amount, currency }
    const more = this.decimalsOf(currency) - decimalsOf(currency)
    return { amount: more >= 0 ? Math.round(amount / 10 ** more) : amount * 10 ** -more, currency }
  }
}
