import { notBeingDeleted } from './not-being-deleted.ts'

/**
 * Condition on `user_summaries u`: a metered installation bills the account. Not administrators, who run it, nor suspended
 * accounts, which can use nothing of it.
 */
export const isMetered = `u.status = 'active' and u.role <> 'admin' and ${notBeingDeleted}`
