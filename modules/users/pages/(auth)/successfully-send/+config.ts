import type { Config } from 'vike/types'

export default { titleKey: 'users:page.sent.pageTitle' } satisfies Config
