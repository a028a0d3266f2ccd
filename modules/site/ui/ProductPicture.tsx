import { usePageContext, useT } from '../../web/ui.ts'
import darkAvif from '../assets/files-dark.avif'
import darkWebp from '../assets/files-dark.webp'
import lightAvif from '../assets/files-light.avif'
import lightWebp from '../assets/files-light.webp'

const size = { width: 1200, height: 720 }
const dark = '(prefers-color-scheme: dark)'

/** The product itself, in the theme of the page: a screenshot of the files of the demo. */
export const ProductPicture = () => {
  const t = useT()
  const { theme } = usePageContext()
  const isDark = theme === 'dark'
  return (
    <picture>
      {theme === 'system' && <source media={dark} type="image/avif" srcSet={darkAvif} />}
      {theme === 'system' && <source media={dark} type="image/webp" srcSet={darkWebp} />}
      <source type="image/avif" srcSet={isDark ? darkAvif : lightAvif} />
      <img
        src={isDark ? darkWebp : lightWebp}
        {...size}
        alt={t('site:page.home.picture')}
        className="mt-12 h-auto w-full rounded-lg border border-line bg-sunken shadow-float"
      />
    </picture>
  )
}
