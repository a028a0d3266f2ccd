import type { Config } from 'vike/types'

export default { titleKey: 'installer:wizard.database.title' } satisfies Config
