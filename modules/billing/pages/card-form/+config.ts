import type { Config } from 'vike/types'

export default { titleKey: 'billing:page.cardForm.title' } satisfies Config
