import type { Config } from 'vike/types'

export default { titleKey: 'admin:plan.createMetered' } satisfies Config
