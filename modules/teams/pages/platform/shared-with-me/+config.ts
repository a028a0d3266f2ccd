import type { Config } from 'vike/types'

export default { titleKey: 'teams:shared.title' } satisfies Config
