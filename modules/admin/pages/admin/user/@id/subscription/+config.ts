import type { Config } from 'vike/types'

export default { titleKey: 'admin:user.subscription.title' } satisfies Config
