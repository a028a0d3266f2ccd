import { cx } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'

/** The logo: a chest with its lid slightly open, in the installation's color. */
export const BrandLogo = ({ size = 32 }: { size?: number }) => (
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

/** Logo and name, linked to the homepage, the files or the sign-in page. */
export const BrandLink = ({ className }: { className?: string }) => {
  const { settings, user } = usePageContext()
  const home = settings.allowHomepage ? '/' : user ? '/platform/files' : '/sign-in'
  return (
    <a
      href={home}
      className={cx('inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-md no-underline', className)}
    >
      <BrandLogo size={28} />
      <span className="truncate text-16 font-semibold">{settings.name}</span>
    </a>
  )
}
