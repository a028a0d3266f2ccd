/** A fixed plan as the home page advertises it: its monthly and its yearly price together. Whoever sells plans provides them. */
export interface PlanOffer {
  name: string
  description: string | null
  /** Null: no limit, as for `members`. */
  storageBytes: number | null
  members: number | null
  /** Formatted in the reader's language; null: not sold so. */
  monthly: string | null
  yearly: string | null
}
