import type { Config } from 'vike/types'

export default { titleKey: 'installer:install.title' } satisfies Config
