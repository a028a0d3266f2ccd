import type { Config } from 'vike/types'

export default { titleKey: 'sharing:mine.title' } satisfies Config
