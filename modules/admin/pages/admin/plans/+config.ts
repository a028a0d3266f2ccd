import type { Config } from 'vike/types'

export default { titleKey: 'admin:plans.title' } satisfies Config
