/** True when the account is being deleted, which cannot be cancelled and suspends it. `now`: time of the page, in ms. */
export const isDeletionDue = (deletionAt: string | null, now: number): boolean =>
  deletionAt !== null && Date.parse(deletionAt) <= now
