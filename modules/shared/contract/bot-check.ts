import { endpoint } from '../endpoint.ts'
import { nullable, object, oneOf, optional, type Static, string, unknown } from '../schema.ts'

/** How a form of visitors distinguishes people from programs. `siteKey`: of reCAPTCHA. */
export const BotCheck = object({
  kind: oneOf(['none', 'proof-of-work', 'recaptcha']),
  siteKey: nullable(string()),
})
export type BotCheck = Static<typeof BotCheck>

/** Fields of a checked form: the token of reCAPTCHA, or the solved challenge as JSON. */
export const botCheckFields = {
  reCaptcha: optional(string({ maxLength: 4_000 })),
  proof: optional(string({ maxLength: 4_000 })),
}
export interface BotCheckProof {
  reCaptcha?: string
  proof?: string
}

/** Served by the users module. Solving takes a browser about a second; a solution is good for one form in ten minutes. */
export const getBotCheck = endpoint({
  method: 'GET',
  path: '/api/bot-check',
  summary: 'Get a proof-of-work challenge',
  access: 'public',
  response: { 200: object({ data: object({ challenge: unknown() }) }) },
  errors: ['platform.too-many-attempts'],
})
