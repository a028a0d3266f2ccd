import type { Config } from 'vike/types'

export default { titleKey: 'teams:own.title' } satisfies Config
