import type { Config } from 'vike/types'

export default { titleKey: 'admin:plan.tab.settings' } satisfies Config
