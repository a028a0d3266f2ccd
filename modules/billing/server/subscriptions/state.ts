import type { SubscriptionStatus } from '../entities/subscription.entities.ts'

/** `to` is not included. */
export interface SubscriptionPeriod {
  from: Date
  to: Date
}

export interface SubscriptionState {
  status: SubscriptionStatus
  planVersionId: string
  /** Null before the first payment. */
  period: SubscriptionPeriod | null
  /** When it ends, or ended. */
  endsAt: Date | null
}

export type SubscriptionEvent =
  | { type: 'activated'; period: SubscriptionPeriod }
  | { type: 'renewed'; period: SubscriptionPeriod }
  /** `at`: when its price began, where that is known. */
  | { type: 'changed'; planVersionId: string; period: SubscriptionPeriod; at?: Date }
  /** `isForDeletion`: its user has asked for the deletion of the account, or the account is suspended. */
  | { type: 'cancelled'; endsAt: Date; isForDeletion?: true }
  | { type: 'resumed' }
  /** `replacedBy`: the subscription that took its place. `isReturned`: the payments for its period were returned. */
  | { type: 'completed'; at: Date; replacedBy?: string; isReturned?: true }

const allowed: Record<SubscriptionStatus, readonly SubscriptionEvent['type'][]> = {
  inactive: ['activated', 'completed'],
  active: ['renewed', 'changed', 'cancelled', 'completed'],
  cancelled: ['resumed', 'changed', 'completed'],
  // The gateway gave up an unpaid period, which was paid later.
  completed: ['activated'],
}

/** The state after the event; null when the event is not possible in this state. */
export const transition = (state: SubscriptionState, event: SubscriptionEvent): SubscriptionState | null => {
  if (!allowed[state.status].includes(event.type)) return null
  switch (event.type) {
    case 'activated':
      return { ...state, status: 'active', period: event.period, endsAt: null }
    case 'renewed':
      return { ...state, period: event.period }
    case 'changed':
      return { ...state, status: 'active', planVersionId: event.planVersionId, period: event.period, endsAt: null }
    case 'cancelled':
      return { ...state, status: 'cancelled', endsAt: event.endsAt }
    case 'resumed':
      return { ...state, status: 'active', endsAt: null }
    case 'completed':
      return { ...state, status: 'completed', endsAt: event.at }
  }
}

const samePeriod = (a: SubscriptionPeriod | null, b: SubscriptionPeriod | null) =>
  a?.from.getTime() === b?.from.getTime() && a?.to.getTime() === b?.to.getTime()

/** Whether nothing differs, to the millisecond. */
export const sameState = (a: SubscriptionState, b: SubscriptionState): boolean =>
  a.status === b.status &&
  a.planVersionId === b.planVersionId &&
  samePeriod(a.period, b.period) &&
  a.endsAt?.getTime() === b.endsAt?.getTime()

/**
 * The events that lead from one state to the state that a gateway has, whatever was missed in between; null when no events
 * do: a completed subscription becomes active or stays completed, and none becomes inactive again.
 */
export const eventsToward = (state: SubscriptionState, wanted: SubscriptionState): SubscriptionEvent[] | null => {
  const events: SubscriptionEvent[] = []
  let reached = state
  const take = (event: SubscriptionEvent) => {
    const next = transition(reached, event)
    if (next) {
      events.push(event)
      reached = next
    }
  }
  const { period, planVersionId, endsAt } = wanted
  const isCurrent = wanted.status === 'active' || wanted.status === 'cancelled'
  if (isCurrent && period) {
    if (reached.status === 'inactive' || (reached.status === 'completed' && wanted.status === 'active'))
      take({ type: 'activated', period })
    if (reached.planVersionId !== planVersionId) take({ type: 'changed', planVersionId, period })
    // Only an active subscription is renewed: the end of a cancellation comes first.
    if (reached.status === 'cancelled' && (wanted.status === 'active' || !samePeriod(reached.period, period)))
      take({ type: 'resumed' })
    if (!samePeriod(reached.period, period)) take({ type: 'renewed', period })
  }
  if (wanted.status === 'cancelled' && endsAt && reached.endsAt?.getTime() !== endsAt.getTime()) {
    if (reached.status === 'cancelled') take({ type: 'resumed' })
    take({ type: 'cancelled', endsAt })
  }
  if (wanted.status === 'completed' && endsAt) take({ type: 'completed', at: endsAt })
  return reached.status === wanted.status && (wanted.status === 'completed' || sameState(reached, wanted))
    ? events
    : null
}
