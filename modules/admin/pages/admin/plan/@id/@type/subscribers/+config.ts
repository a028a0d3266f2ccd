import type { Config } from 'vike/types'

export default { titleKey: 'admin:plan.tab.subscribers' } satisfies Config
