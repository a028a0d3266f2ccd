import type { Config } from 'vike/types'

export default { titleKey: 'users:page.newPassword.pageTitle' } satisfies Config
