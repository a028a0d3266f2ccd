import type { Config } from 'vike/types'

export default { titleKey: 'storage:page.recent' } satisfies Config
