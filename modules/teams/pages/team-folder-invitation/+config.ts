import type { Config } from 'vike/types'

export default { access: 'public', titleKey: 'teams:invitation.pageTitle' } satisfies Config
