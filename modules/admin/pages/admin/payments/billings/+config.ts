import type { Config } from 'vike/types'

export default { titleKey: 'admin:settings.tab.billings' } satisfies Config
