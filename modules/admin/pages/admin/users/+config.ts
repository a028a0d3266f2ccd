import type { Config } from 'vike/types'

export default { titleKey: 'admin:users.title' } satisfies Config
