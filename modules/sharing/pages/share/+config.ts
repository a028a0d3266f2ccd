import type { Config } from 'vike/types'

// Nobody signs in for a link: the guard of links decides, in each page's data.
export default { access: 'public', paintFirst: true } satisfies Config
