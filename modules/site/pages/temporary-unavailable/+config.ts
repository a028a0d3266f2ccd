import type { Config } from 'vike/types'

export default { access: 'public', titleKey: 'site:page.unavailable.pageTitle' } satisfies Config
