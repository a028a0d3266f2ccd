import type { Config } from 'vike/types'

export default { titleKey: 'admin:jobs.title' } satisfies Config
