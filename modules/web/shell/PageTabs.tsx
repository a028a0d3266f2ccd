import { cx, Icon, type IconType } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useCurrentInView } from './use-current-in-view.ts'

interface Props {
  label: string
  tabs: readonly { href: string; label: string; icon?: IconType }[]
  className?: string
}

/** Links to the pages that belong together; the current one is marked. Where they do not fit, they scroll sideways only. */
export const PageTabs = ({ label, tabs, className }: Props) => {
  const { urlPathname } = usePageContext()
  const row = useCurrentInView()
  return (
    <nav ref={row} aria-label={label} className={cx('overflow-x-auto border-b border-line', className)}>
      <ul className="flex gap-5">
        {tabs.map((tab) => (
          <li key={tab.href} className="shrink-0">
            <a
              href={tab.href}
              aria-current={urlPathname === tab.href ? 'page' : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent text-14 font-medium text-muted no-underline -outline-offset-2 hover:text-text aria-[current=page]:border-brand-mark aria-[current=page]:text-text"
            >
              {tab.icon && <Icon of={tab.icon} />}
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
