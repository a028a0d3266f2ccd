import type { Config } from 'vike/types'

export default { titleKey: 'installer:wizard.admin.title' } satisfies Config
