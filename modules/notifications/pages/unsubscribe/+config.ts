import type { Config } from 'vike/types'

export default { access: 'public', titleKey: 'notifications:unsubscribe.title' } satisfies Config
