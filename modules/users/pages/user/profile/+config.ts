import type { Config } from 'vike/types'

export default { titleKey: 'users:profile.title' } satisfies Config
