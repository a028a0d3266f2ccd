import { useCurrentInView, usePageContext } from '../../web/ui.ts'

/** Links to the pages that belong together; the current one is marked. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly { href: string; label: string }[] }) => {
  const { urlPathname } = usePageContext()
  const row = useCurrentInView()
  return (
    <nav ref={row} aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-4 xl:gap-5">
        {tabs.map((tab) => (
          <li key={tab.href} className="shrink-0">
            <a
              href={tab.href}
              aria-current={urlPathname === tab.href ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent text-14 font-medium text-muted no-underline -outline-offset-2 hover:text-text aria-[current=page]:border-brand-mark aria-[current=page]:text-text"
            >
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
