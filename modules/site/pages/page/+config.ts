import type { Config } from 'vike/types'

export default { access: 'public', indexable: true } satisfies Config
