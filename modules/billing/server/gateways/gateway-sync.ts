import type { Cards } from './cards.ts'
import type { Checkouts } from './checkouts.ts'
import type { Funding } from './funding.ts'
import type { GatewayName } from './gateway.ts'
import { type Gateways, pausedDelayMs } from './gateways.ts'
import type { ObjectLocks } from './object-locks.ts'
import type { Reversals } from './reversals.ts'
import type { Subscribing } from './subscribing.ts'
import type { SubscriptionSync } from './subscription-sync.ts'
import type { SyncPayload, Webhooks } from './webhooks.ts'

/** Delay while another process applies the same object, which takes a few calls to the gateway. */
const retryDelayMs = 1_000

interface Deps {
  locks: ObjectLocks
  gateways: Pick<Gateways, 'isPaused'>
  webhooks: Webhooks
  checkouts: Checkouts
  funding: Funding
  cards: Cards
  subscribing: Subscribing
  subscriptions: SubscriptionSync
  reversals: Reversals
}

/** Fetches the state of one object from its gateway and applies it, however often and in whatever order it is asked to. */
export class GatewaySync {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * The job of webhooks. Rejects when the gateway does not answer, and is then tried again. While the object is locked,
   * another job waits for it instead of this one, whose runner others need.
   */
  async run(payload: SyncPayload): Promise<void> {
    const { webhooks, locks, gateways } = this.deps
    // The job waits without using up its attempts.
    if (await gateways.isPaused()) return webhooks.requestSync(payload, { delayMs: pausedDelayMs })
    const isDone = await locks.tryWithLock(payload, async () => {
      const fetchedAt = await webhooks.now()
      await this.fetchAndApply(payload)
      await webhooks.markProcessed(payload, fetchedAt)
    })
    if (!isDone) await webhooks.requestSync(payload, { delayMs: retryDelayMs })
  }

  /** Waits while another process applies the object. True: something changed here. */
  apply(payload: SyncPayload): Promise<boolean> {
    return this.deps.locks.withLock(payload, () => this.fetchAndApply(payload))
  }

  /** The caller has locked the object. */
  private async fetchAndApply({ gateway, kind, id }: SyncPayload): Promise<boolean> {
    if (kind === 'customer') return this.deps.cards.syncLocked(gateway, id)
    if (kind === 'refund' || kind === 'dispute') return this.deps.reversals.sync(gateway, { kind, id })
    return kind === 'subscription' ? this.deps.subscriptions.syncLocked(gateway, id) : this.checkout(gateway, id)
  }

  private async checkout(gateway: GatewayName, reference: string): Promise<boolean> {
    const { checkouts, funding, subscribing } = this.deps
    const checkout = await checkouts.find(gateway, reference)
    return checkout?.purpose === 'subscription' ? subscribing.sync(checkout) : funding.sync(gateway, reference)
  }
}
