import type { Config } from 'vike/types'

export default { titleKey: 'installer:wizard.environment.title' } satisfies Config
