import type { Config } from 'vike/types'

export default { titleKey: 'users:security.title' } satisfies Config
