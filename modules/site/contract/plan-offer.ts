/** A fixed plan on the home page, with its monthly and its yearly price; provided by the module that sells plans. */
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
