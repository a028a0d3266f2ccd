import type { Config } from 'vike/types'

export default { titleKey: 'users:page.verified.pageTitle' } satisfies Config
