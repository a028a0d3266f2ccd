import type { Config } from 'vike/types'

export default { titleKey: 'admin:user.storage.title' } satisfies Config
