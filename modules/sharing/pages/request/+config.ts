import type { Config } from 'vike/types'

/** Open to everybody; tells no other site where it was opened. */
export default { access: 'public', paintFirst: true } satisfies Config
