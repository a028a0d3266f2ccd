import type { Config } from 'vike/types'

export default { access: 'public', titleKey: 'site:developers.title', indexable: true } satisfies Config
