import { LinkButton, PlainHeading, usePageContext, useT } from '../../web/ui.ts'

/** Leads from a link that promises a demo to the sign-in page, in a tab of its own. */
export const DemoPage = () => {
  const t = useT()
  const { settings } = usePageContext()
  return (
    <>
      <PlainHeading title={t('site:page.demo.title')} text={t('site:page.demo.text', { app: settings.name })} />
      <LinkButton href="/sign-in" target="_blank" variant="solid" size="lg" wide>
        {t('site:page.demo.open')}
      </LinkButton>
    </>
  )
}
