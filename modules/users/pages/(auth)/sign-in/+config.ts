import type { Config } from 'vike/types'

export default { titleKey: 'users:page.signIn.pageTitle', indexable: true } satisfies Config
