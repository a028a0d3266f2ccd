import type { Config } from 'vike/types'

// Public: `SharePageAccess` decides, in each page's data.
export default { access: 'public' } satisfies Config
