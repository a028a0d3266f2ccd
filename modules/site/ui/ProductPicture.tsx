import { useT, useTheme } from '../../web/ui.ts'
import filesDarkAvif from '../assets/files-dark.avif'
import filesDarkWebp from '../assets/files-dark.webp'
import filesLightAvif from '../assets/files-light.avif'
import filesLightWebp from '../assets/files-light.webp'
import phoneDarkAvif from '../assets/phone-dark.avif'
import phoneDarkWebp from '../assets/phone-dark.webp'
import phoneLightAvif from '../assets/phone-light.avif'
import phoneLightWebp from '../assets/phone-light.webp'

const wide = { width: 1200, height: 720 }
const narrow = { width: 780, height: 943 }
const isPhone = '(max-width: 639.98px)'
const isDark = '(prefers-color-scheme: dark)'

const pictures = {
  light: { phone: [phoneLightAvif, phoneLightWebp], files: [filesLightAvif, filesLightWebp] },
  dark: { phone: [phoneDarkAvif, phoneDarkWebp], files: [filesDarkAvif, filesDarkWebp] },
} as const

/** Sources of one theme, the narrow ones first; `condition`: of the media query. */
const sourcesOf = (theme: 'light' | 'dark', condition?: string) => {
  const { phone, files } = pictures[theme]
  const both = (media: string) => [media, condition].filter(Boolean).join(' and ') || undefined
  return [
    { srcSet: phone[0], media: both(isPhone), type: 'image/avif', ...narrow },
    { srcSet: phone[1], media: both(isPhone), type: 'image/webp', ...narrow },
    { srcSet: files[0], media: both(''), type: 'image/avif', ...wide },
  ]
}

/** The product itself, in the theme of the page, as tests/pictures/home-page.ts takes it. */
export const ProductPicture = () => {
  const t = useT()
  const [theme] = useTheme()
  const fixed = theme === 'dark' ? 'dark' : 'light'
  const sources = [...(theme === 'system' ? sourcesOf('dark', isDark) : []), ...sourcesOf(fixed)]
  return (
    <picture>
      {sources.map((source) => (
        <source key={`${source.srcSet} ${source.media}`} {...source} />
      ))}
      <img
        src={pictures[fixed].files[1]}
        {...wide}
        fetchPriority="high"
        alt={t('site:page.home.picture')}
        className="mt-12 h-auto w-full rounded-lg border border-line bg-sunken shadow-float"
      />
    </picture>
  )
}
