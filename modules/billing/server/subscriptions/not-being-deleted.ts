/**
 * Condition on `user_summaries u`: the deletion of the account has not begun. By the clock instead of the beginning of the
 * transaction, which may have waited for a deletion that begins.
 */
export const notBeingDeleted = '(u.deletion_at is null or u.deletion_at > clock_timestamp())'
