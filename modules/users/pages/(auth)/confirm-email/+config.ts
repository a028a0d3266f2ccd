import type { Config } from 'vike/types'

export default { titleKey: 'users:confirmEmail.title' } satisfies Config
