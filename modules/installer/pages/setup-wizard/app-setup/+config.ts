import type { Config } from 'vike/types'

export default { titleKey: 'installer:wizard.app.title' } satisfies Config
