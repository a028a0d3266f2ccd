import type { Config } from 'vike/types'

/** Public. */
export default { access: 'public' } satisfies Config
