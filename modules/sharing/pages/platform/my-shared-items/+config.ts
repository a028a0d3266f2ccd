import type { Config } from 'vike/types'

export default { titleKey: 'sharing:list.title' } satisfies Config
