import type { Config } from 'vike/types'

export default { access: 'public', indexable: true, inlineCriticalCss: true } satisfies Config
