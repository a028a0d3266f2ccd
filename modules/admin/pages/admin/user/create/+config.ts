import type { Config } from 'vike/types'

export default { titleKey: 'admin:createUser.title' } satisfies Config
