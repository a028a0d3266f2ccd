import type { SettingName } from '../../../platform/index.ts'

/** Stored only after a test of the connection, by calls of their own: the forms of the environment and payments pages. */
export const testedSettings: readonly string[] = [
  'mail_url',
  'stripe_credentials',
  'paypal_credentials',
  'paystack_credentials',
] satisfies SettingName[]
