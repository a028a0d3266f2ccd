import { usePageContext, useT } from '../../../web/ui.ts'

const slugs = { terms: 'terms-of-service', privacy: 'privacy-policy' } as const
type Name = keyof typeof slugs

/** Agreement to the legal pages by creating an account, with links to the pages that are published. */
export const LegalAgreement = () => {
  const t = useT()
  const { legalPages = {} } = usePageContext().settings
  const [terms, privacy] = Object.values(slugs).map((wanted) => wanted in legalPages)
  if (!terms && !privacy) return null
  // i18n-keys: users:page.signUp.agree.*
  const key = terms && privacy ? 'both' : terms ? 'terms' : 'privacy'
  const parts = t(`users:page.signUp.agree.${key}`, { terms: '[terms]', privacy: '[privacy]' })
  return (
    <p className="text-small text-pretty text-muted">
      {parts.split(/\[(terms|privacy)\]/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a key={part} href={`/page/${slugs[part as Name]}`} target="_blank" className="link" rel="noopener">
            {t(`users:page.signUp.agree.${part as Name}Link`)}
          </a>
        ),
      )}
    </p>
  )
}
