import type { Config } from 'vike/types'

export default { titleKey: 'sharing:requests.title' } satisfies Config
