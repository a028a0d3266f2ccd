import type { Config } from 'vike/types'

export default { titleKey: 'admin:reports.title' } satisfies Config
