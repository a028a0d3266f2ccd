import type { Config } from 'vike/types'

export default { titleKey: 'sharing:page.locked.pageTitle' } satisfies Config
