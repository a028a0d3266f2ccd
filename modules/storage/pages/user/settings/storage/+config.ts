import type { Config } from 'vike/types'

export default { titleKey: 'storage:page.storage' } satisfies Config
