import type { Config } from '../config.ts'
import { Egress } from './egress.ts'

export { Egress, type EgressResponse } from './egress.ts'
export { EgressError, type EgressFailure } from './egress-error.ts'
export { egressFetch } from './fetch.ts'
export type { EgressLimits } from './limits.ts'

/** Egress with the installation's rules: `EGRESS_ALLOW`, and never to its own hosts, which may be known only after it listens. */
export const createEgress = (config: Config): Egress =>
  new Egress({
    rules: {
      allow: new Set(config.egressAllow),
      own: () => [config.appUrl, config.contentUrl].flatMap((url) => (url ? [new URL(url).hostname] : [])),
    },
  })
