import type { Config } from 'vike/types'

export default { titleKey: 'admin:pages.title' } satisfies Config
