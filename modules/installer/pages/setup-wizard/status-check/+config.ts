import type { Config } from 'vike/types'

export default { titleKey: 'installer:wizard.status.title' } satisfies Config
