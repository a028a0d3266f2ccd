import type { Config } from 'vike/types'

export default { titleKey: 'admin:user.details.title' } satisfies Config
