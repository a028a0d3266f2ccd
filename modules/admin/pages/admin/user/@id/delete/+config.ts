import type { Config } from 'vike/types'

export default { titleKey: 'admin:user.delete.title' } satisfies Config
