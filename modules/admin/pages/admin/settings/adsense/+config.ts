import type { Config } from 'vike/types'

export default { titleKey: 'admin:settings.tab.adsense' } satisfies Config
