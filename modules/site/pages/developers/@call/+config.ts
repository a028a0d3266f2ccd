import type { Config } from 'vike/types'

export default { access: 'public', indexable: false } satisfies Config
