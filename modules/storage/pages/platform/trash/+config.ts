import type { Config } from 'vike/types'

export default { titleKey: 'storage:page.trash' } satisfies Config
