import type { Config } from 'vike/types'

export default { access: 'admin' } satisfies Config
