import type { Config } from 'vike/types'

export default { titleKey: 'sharing:request.page.title' } satisfies Config
