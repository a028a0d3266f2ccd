import type { Principal, RateLimitCounter } from '../../platform/index.ts'
import type { BotCheck, BotCheckProof } from '../../shared/contract.ts'

interface Sender {
  ip: string
  principal: Principal | null
}

/** Check that a visitor is a person and not a program; implemented by the users module. */
export interface VisitorChecks {
  /** The check that a page asks this visitor to pass. */
  kindFor(sender: Sender): Promise<BotCheck>
  /** Throws 422 `bot-check-failed` without a proof that passes. */
  requireOf(sender: Sender, proof: BotCheckProof): Promise<void>
  /** For the form without JavaScript: a narrow limit while a check is on. */
  uncheckedCounters(sender: Sender, form: string): Promise<RateLimitCounter[]>
}
