import type { Config } from 'vike/types'

export default { titleKey: 'admin:user.password.title' } satisfies Config
