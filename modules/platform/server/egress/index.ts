import type { Config } from '../config.ts'
import { Egress } from './egress.ts'

export { Egress, type EgressAnswer } from './egress.ts'
export { EgressError, type EgressFailure } from './failure.ts'
export type { EgressLimits } from './limits.ts'

/** By the installation's rules: `EGRESS_ALLOW`, and never to its own addresses, which may be known only once it listens. */
export const createEgress = (config: Config): Egress =>
  new Egress({
    rules: {
      allow: new Set(config.egressAllow),
      own: () => [config.appUrl, config.contentUrl].flatMap((url) => (url ? [new URL(url).hostname] : [])),
    },
  })
