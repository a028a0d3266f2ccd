import type { Config } from 'vike/types'

export default { titleKey: 'installer:wizard.license.title' } satisfies Config
