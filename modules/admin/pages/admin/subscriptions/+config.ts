import type { Config } from 'vike/types'

export default { titleKey: 'admin:subscriptions.title' } satisfies Config
