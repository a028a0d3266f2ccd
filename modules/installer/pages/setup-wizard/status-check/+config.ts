import type { Config } from 'vike/types'

export default { titleKey: 'installer:page.setup.pageTitle' } satisfies Config
