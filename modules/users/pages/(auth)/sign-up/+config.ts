import type { Config } from 'vike/types'

export default { titleKey: 'users:page.signUp.pageTitle' } satisfies Config
