import { LinkButton, PlainHeading, usePageContext, useT } from '../../modules/web/ui.ts'
import type { ErrorPageData } from './+data.ts'
import { errorKind } from './error-kind.ts'
import { PageLoadError } from './PageLoadError.tsx'
import { Reference } from './Reference.tsx'

export const Page = () => {
  const { loadFailure } = usePageContext()
  return loadFailure ? <PageLoadError {...loadFailure} /> : <ErrorPage />
}

/** Page not found (404) or server error (500). */
const ErrorPage = () => {
  const t = useT()
  const page = usePageContext() as ReturnType<typeof usePageContext> & {
    is404?: boolean | null
    // Missing where the browser could not render the page.
    data?: ErrorPageData
  }
  const { user, settings, is404, data } = page
  const kind = errorKind(page)
  const home = user ? 'files' : settings.allowHomepage ? 'home' : 'signIn'
  const href = { files: '/platform/files', home: '/', signIn: '/sign-in' }[home]
  return (
    <>
      <p className="mb-2 text-small font-medium text-muted tabular-nums">
        {t('web:error.code', { code: is404 ? 404 : 500 })}
      </p>
      <PlainHeading title={t(`web:error.${kind}.title`)} text={t(`web:error.${kind}.text`)} />
      <div className="flex flex-col gap-3">
        {!is404 && (
          // An empty href is the current URL: a plain link that requests it again.
          <LinkButton href="" data-vike="false" variant="solid" size="lg" wide>
            {t('web:error.again')}
          </LinkButton>
        )}
        <LinkButton href={href} variant={is404 ? 'solid' : 'neutral'} size="lg" wide>
          {t(`web:error.${home}`)}
        </LinkButton>
      </div>
      {data?.reference && <Reference text={data.reference} />}
    </>
  )
}
