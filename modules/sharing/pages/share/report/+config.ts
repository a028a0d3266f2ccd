import type { Config } from 'vike/types'

export default { titleKey: 'sharing:report.title' } satisfies Config
