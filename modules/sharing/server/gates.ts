/** A question sharing asks about an account; the billing module answers it. */
export interface Gates {
  /** May strangers open what this account has shared? */
  canVisitShared(owner: string): Promise<{ allowed: boolean }>
}
