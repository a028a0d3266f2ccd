import type { Config } from '../config.ts'
import { Egress } from './egress.ts'

export { Egress } from './egress.ts'
export { EgressError } from './egress-error.ts'
export type { EgressResponse } from './egress-response.ts'
export { egressFetch } from './fetch.ts'

/** Egress with the installation's rules: `EGRESS_ALLOW`, and never to its own host, which may be known only after it listens. */
export const createEgress = (config: Config): Egress =>
  new Egress({
    rules: {
      allow: new Set(config.egressAllow),
      ownHosts: () => [new URL(config.appUrl).hostname],
    },
  })

/** A person or a job waits for the response of a service, which is small. */
const serviceLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 20_000,
  idleTimeoutMs: 10_000,
  totalTimeoutMs: 30_000,
}

/**
 * Egress to services that the operator names in the environment: their origins may be private, all others must be public.
 */
export const createServiceEgress = (origins: readonly string[]): Egress =>
  new Egress({
    rules: {
      allow: new Set(
        origins.map((origin) => {
          const { hostname, port, protocol } = new URL(origin)
          return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
        }),
      ),
      ownHosts: () => [],
    },
    limits: serviceLimits,
  })
