import type { Config } from 'vike/types'

export default { titleKey: 'billing:page.title' } satisfies Config
