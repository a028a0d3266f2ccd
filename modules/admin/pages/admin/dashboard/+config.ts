import type { Config } from 'vike/types'

export default { titleKey: 'admin:dashboard.title' } satisfies Config
