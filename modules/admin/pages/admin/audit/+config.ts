import type { Config } from 'vike/types'

export default { titleKey: 'admin:audit.title' } satisfies Config
