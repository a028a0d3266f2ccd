import { cx } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useTheme } from './theme.ts'

/** The logo: a chest with its lid slightly open, in the installation's color. */
const BrandLogo = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-brand-solid" />
    <path
      d="M8 14.5h16v7a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2v-7ZM8 11.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3M16 16.5v3"
      className="stroke-on-brand"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

interface BrandImageProps {
  /** Setting of the image for light appearance; the one for dark has `_dark` at its end. */
  name: 'app_logo' | 'app_logo_horizontal'
  /** px. */
  height: number
  alt: string
}

/** An uploaded logo in the appearance of the page; null without one. */
const BrandImage = ({ name, height, alt }: BrandImageProps) => {
  const { settings } = usePageContext()
  const [theme] = useTheme()
  const { [name]: light, [`${name}_dark`]: dark } = settings.images
  const image = theme === 'dark' ? (dark ?? light) : (light ?? dark)
  if (!image) return null
  const size = (of: typeof image) => ({ width: Math.round((of.width * height) / of.height), height })
  return (
    <picture className="flex shrink-0">
      {theme === 'system' && dark && dark !== image && (
        <source srcSet={dark.src} media="(prefers-color-scheme: dark)" {...size(dark)} />
      )}
      <img src={image.src} alt={alt} {...size(image)} className="max-w-[60vw] object-contain" />
    </picture>
  )
}

/**
 * The logo with the name, or the horizontal logo, linked to the homepage, the files or the sign-in page. `leaves`: in a
 * document of its own, and out of a frame.
 */
export const BrandLink = ({ className, leaves = false }: { className?: string; leaves?: boolean }) => {
  const { settings, user } = usePageContext()
  const { name, images } = settings
  const home = settings.allowHomepage ? '/' : user ? '/platform/files' : '/sign-in'
  const isWide = images.app_logo_horizontal ?? images.app_logo_horizontal_dark
  const hasLogo = images.app_logo ?? images.app_logo_dark
  return (
    <a
      href={home}
      {...(leaves ? { rel: 'external', target: '_top' } : {})}
      className={cx('inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-md no-underline', className)}
    >
      {isWide ? (
        <BrandImage name="app_logo_horizontal" height={32} alt={name} />
      ) : (
        <>
          {hasLogo ? <BrandImage name="app_logo" height={28} alt="" /> : <BrandLogo size={28} />}
          <span className="truncate text-16 font-semibold">{name}</span>
        </>
      )}
    </a>
  )
}
