import type { Subscription } from './subscriptions.ts'

/**
 * Whether a plan is over. PayPal and Paystack leave a plan `cancelled` that is cancelled while its period is unpaid: its end is
 * that of the last paid one.
 */
export const hasEnded = (
  { status, ends_at }: Pick<Subscription['attributes'], 'status' | 'ends_at'>,
  now = new Date(),
): boolean => status === 'completed' || (ends_at !== null && new Date(ends_at) <= now)
