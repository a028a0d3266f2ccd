import type { Config } from 'vike/types'

export default { titleKey: 'storage:page.files' } satisfies Config
