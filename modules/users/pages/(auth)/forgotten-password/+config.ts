import type { Config } from 'vike/types'

export default { titleKey: 'users:page.forgotten.pageTitle' } satisfies Config
