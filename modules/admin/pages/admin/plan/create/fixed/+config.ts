import type { Config } from 'vike/types'

export default { titleKey: 'admin:plan.createFixed' } satisfies Config
