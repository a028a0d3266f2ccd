import type { Config } from 'vike/types'

export default { access: 'public', titleKey: 'site:page.demo.pageTitle' } satisfies Config
