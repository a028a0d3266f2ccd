/** Stripe's card form in a page of ours: its script, and what the page's policy must allow for it. */
export interface CardForm {
  script: string
  /** Origins for `script-src`, `connect-src`, `frame-src` and `form-action`. */
  scripts: string
  calls: string
  frames: string
  /** Origin of Stripe's own page, to which a form without scripts leads. */
  hosted: string
}

/**
 * `base` stands for all of Stripe's origins (D36); null: Stripe's own.
 * https://docs.stripe.com/security/guide#content-security-policy
 */
export const stripeForm = (base: string | null): CardForm =>
  base === null
    ? {
        script: 'https://js.stripe.com/v3/',
        scripts: 'https://js.stripe.com https://*.js.stripe.com',
        calls: 'https://api.stripe.com',
        frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
        hosted: 'https://checkout.stripe.com',
      }
    : { script: `${base}/v3/`, scripts: base, calls: base, frames: base, hosted: base }
