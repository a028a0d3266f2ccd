/** Whether the account is being deleted: its suspension belongs to that, and nothing cancels it. `now`: of the page, ms. */
export const isDeletionDue = (deletionAt: string | null, now: number): boolean =>
  deletionAt !== null && Date.parse(deletionAt) <= now
