export interface CardFormData {
  /** URL of Stripe's script. */
  script: string
  csrf: string
  /** Stripe's own page could not be opened by the form without scripts. */
  hasFailed: boolean
}
