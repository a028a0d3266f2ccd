import { useT } from '../i18n/use-t.ts'
import { usePageContext } from '../page-context.tsx'

/** Links to the legal pages and the contact form, in new tabs: input and uploads of this page stay. */
export const LegalLinks = ({ className = '' }: { className?: string }) => {
  const t = useT()
  const { legalPages } = usePageContext().settings
  return (
    legalPages && (
      <div className={`quiet-row ${className}`}>
        {Object.entries(legalPages).map(([slug, title]) => (
          <a key={slug} href={`/page/${slug}`} target="_blank" rel="noopener">
            {title}
          </a>
        ))}
        <a href="/contact-us" target="_blank" rel="noopener">
          {t('site:page.contact.title')}
        </a>
      </div>
    )
  )
}
