import type { Config } from 'vike/types'

export default { titleKey: 'admin:transactions.title' } satisfies Config
