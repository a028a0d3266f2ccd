import type { Config } from 'vike/types'

export default {
  access: 'public',
  titleKey: 'site:page.contact.title',
  indexable: true,
} satisfies Config
