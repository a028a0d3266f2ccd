import type { Config } from 'vike/types'

export default { titleKey: 'admin:languages.title' } satisfies Config
