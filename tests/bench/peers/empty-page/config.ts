import type { Config } from 'vike/types'

export default { clientRouting: true, hydrationCanBeAborted: true } satisfies Config
