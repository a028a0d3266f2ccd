import type { SettingName } from '../../../platform/index.ts'
import { gatewayTraits } from '../../contract.ts'
import type { GatewayName } from './gateway.ts'

/**
 * Credentials that an administrator gets from a gateway. `webhook`: Stripe's signing secret, PayPal's webhook id; Paystack
 * has none.
 */
export interface GatewayCredentials {
  key: string
  secret: string
  webhook: string
  /** Whether the credentials are for PayPal's live service instead of its sandbox. */
  live: boolean
}

const isLine = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{0,500}$/.test(value)

/** Credentials from the text of a setting; undefined for invalid text. */
export const parseCredentials = (text: string): GatewayCredentials | undefined => {
  try {
    const { key, secret, webhook, live } = JSON.parse(text) as Record<string, unknown>
    if (!isLine(key) || !isLine(secret) || !isLine(webhook) || !key || !secret) return undefined
    return { key, secret, webhook, live: live === true }
  } catch {
    return undefined
  }
}

/** Whether no credential is missing, so that webhooks can be checked. */
export const hasAllCredentials = (name: GatewayName, { webhook }: GatewayCredentials): boolean =>
  gatewayTraits[name].webhookCredential === null || webhook !== ''

export const credentialsSetting = (name: GatewayName) => `${name}_credentials` as const satisfies SettingName
