import type { GatewayName } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'

/** A call that the gateway does not have; `can` of its client says so beforehand. */
export const unsupported = (gateway: GatewayName) => async (): Promise<never> => {
  throw new GatewayError(gateway, { status: 501, reason: 'the gateway has no such call' })
}
