import type { Config } from 'vike/types'

export default { titleKey: 'admin:plan.tab.delete' } satisfies Config
