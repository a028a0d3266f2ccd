import type { Config } from 'vike/types'

export default {
  access: 'public',
  titleKey: 'site:page.home.title',
  indexable: true,
} satisfies Config
