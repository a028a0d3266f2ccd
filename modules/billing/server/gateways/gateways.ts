import type { Platform } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import { credentialsSetting, type GatewayCredentials, hasAllCredentials } from './credentials.ts'
import { type Clock, type GatewayName, gatewayNames } from './gateway.ts'
import type { GatewayClient } from './gateway-client.ts'
import { createPayPal } from './paypal/paypal.ts'
import { createPaystack } from './paystack/paystack.ts'
import { createStripe } from './stripe/stripe.ts'

type Deps = Pick<Platform, 'db' | 'config' | 'settings'>
type Factory = (credentials: GatewayCredentials, base: string | null, now: Clock) => GatewayClient

/** Delay of a job that finds payments paused, and asks again. */
export const pausedDelayMs = 10 * 60_000

const factories: Record<GatewayName, Factory> = {
  stripe: createStripe,
  paypal: createPayPal,
  paystack: createPaystack,
}

/** The gateways of the installation, with the credentials that its administrator has set. */
export class Gateways {
  private readonly deps: Deps
  /** Clients by gateway, each with the text of the credentials that it was made with. */
  private readonly clients = new Map<GatewayName, { credentials: string; client: GatewayClient }>()
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** A new client; also made for a test of credentials that are not stored yet. */
  create(name: GatewayName, credentials: GatewayCredentials): GatewayClient {
    const { db, config } = this.deps
    return factories[name](credentials, config.paymentBases[name], () => db.now())
  }

  /**
   * Whether payments are paused and no gateway is called: by an administrator, or because this installation was restored
   * from a backup. It may be a copy whose original goes on charging, and charges by the original since the backup are
   * unknown here.
   */
  isPaused(): Promise<boolean> {
    return this.deps.settings.get('payments_paused')
  }

  /** The client of a gateway, which need not be offered. Null: its credentials are not set, or payments are paused. */
  async find(name: GatewayName): Promise<GatewayClient | null> {
    if (await this.isPaused()) return null
    const credentials = await this.deps.settings.get(credentialsSetting(name))
    if (!credentials || !hasAllCredentials(name, credentials)) return null
    const text = JSON.stringify(credentials)
    const cached = this.clients.get(name)
    if (cached?.credentials === text) return cached.client
    const client = this.create(name, credentials)
    this.clients.set(name, { credentials: text, client })
    return client
  }

  /** 503 `gateway-unavailable` when its credentials are not set, or payments are paused. */
  async require(name: GatewayName): Promise<GatewayClient> {
    const client = await this.find(name)
    if (!client) throw billingErrors.fail('gateway-unavailable')
    return client
  }

  /** The gateways at which people can pay now. */
  async offered(): Promise<GatewayClient[]> {
    const { settings } = this.deps
    if (!(await settings.get('allowed_payments'))) return []
    const clients = await Promise.all(
      gatewayNames.map(async (name) => ((await settings.get(`allowed_${name}`)) ? this.find(name) : null)),
    )
    return clients.filter((client) => client !== null)
  }

  /** 503 `gateway-unavailable` when people cannot pay by it now. */
  async requireOffered(name: GatewayName): Promise<GatewayClient> {
    const client = (await this.offered()).find((offered) => offered.name === name)
    if (!client) throw billingErrors.fail('gateway-unavailable')
    return client
  }
}
