import type { AuditActor, Platform } from '../../../platform/index.ts'
import type { GatewaySetup } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import { credentialsSetting, type GatewayCredentials, hasAllCredentials, parseCredentials } from './credentials.ts'
import { type GatewayName, gatewayNames } from './gateway.ts'
import type { Gateways } from './gateways.ts'

interface Deps extends Pick<Platform, 'db' | 'config' | 'settings' | 'audit' | 'log'> {
  gateways: Gateways
  /** Plans get their prices at the gateway. */
  syncPlans(): Promise<void>
}

/** The gateways as administrators set them up; credentials are used only after the gateway has accepted them. */
export class GatewaySetups {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  async list(): Promise<GatewaySetup[]> {
    const { settings, config } = this.deps
    return Promise.all(
      gatewayNames.map(async (name) => {
        const credentials = await settings.get(credentialsSetting(name))
        return {
          service: name,
          is_configured: credentials !== null && hasAllCredentials(name, credentials),
          allowed: await settings.get(`allowed_${name}`),
          live: credentials?.live ?? false,
          webhook_url: `${config.appUrl}/api/subscriptions/${name}/webhooks`,
        }
      }),
    )
  }

  /** 422 `invalid-credentials`, `connection-failed`; then nothing is stored. Turns the gateway on. */
  async setUp(name: GatewayName, untested: GatewayCredentials, actor: AuditActor): Promise<void> {
    const { db, settings, gateways, audit, log, syncPlans } = this.deps
    const credentials = parseCredentials(JSON.stringify(untested))
    if (!credentials || !hasAllCredentials(name, credentials)) throw billingErrors.fail('invalid-credentials')
    const client = gateways.create(name, credentials)
    await client.test().catch((error: unknown) => {
      log.warn({ err: error, gateway: name }, 'a payment gateway did not accept its credentials')
      throw billingErrors.fail('connection-failed')
    })
    await db.transaction(async (tx) => {
      await settings.set({ [credentialsSetting(name)]: credentials, [`allowed_${name}`]: true }, tx)
      await audit({ ...actor, action: 'billing.gateway.configured', target: name }, tx)
    })
    await syncPlans()
  }
}
