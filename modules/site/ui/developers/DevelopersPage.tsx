import { Badge, LinkButton, useData, usePageContext, useT } from '../../../web/ui.ts'
import { type ApiCallName, type ApiGroup, showOpenApi } from '../../contract.ts'

export interface DevelopersData {
  groups: ApiGroup<ApiCallName>[]
  /** Public origin of the installation. */
  origin: string
}

/**
 * `/developers`: how to call the HTTP API, and every call by name, each with a page of its own. Summaries are in English, as
 * the OpenAPI document.
 */
export const DevelopersPage = () => {
  const t = useT()
  const { settings } = usePageContext()
  const app = settings.name
  const { groups, origin } = useData<DevelopersData>()
  return (
    <>
      <h1 className="text-28 font-bold text-balance outline-none">{t('site:developers.title')}</h1>
      <p className="mt-2 text-pretty text-muted">{t('site:developers.text', { app })}</p>
      <section className="mt-8" aria-labelledby="tokens">
        <h2 id="tokens" className="text-20 font-semibold">
          {t('site:developers.tokens.title')}
        </h2>
        <ol className="mt-2 list-decimal space-y-1 ps-5 text-pretty">
          <li>{t('site:developers.tokens.create', { app })}</li>
          <li>{t('site:developers.tokens.send')}</li>
          <li>{t('site:developers.tokens.scopes')}</li>
        </ol>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          dir="ltr"
          className="mt-3 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-13"
        >{`curl -H "Authorization: Bearer $TOKEN" ${origin}/api/user`}</pre>
        <LinkButton href={showOpenApi.path} data-vike="false" className="mt-4">
          {t('site:developers.document')}
        </LinkButton>
      </section>
      {groups.map(({ id, text, calls }) => (
        <section key={id} className="mt-10" aria-labelledby={id} lang="en" dir="ltr">
          <h2 id={id} className="flex items-center gap-2 text-20 font-semibold">
            {text} <Badge>{calls.length}</Badge>
          </h2>
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
            {calls.map(({ id: call, method, path, summary }) => (
              <li key={call} id={call}>
                <a href={`/developers/${call}`} className="block px-4 py-2.5 text-14 no-underline hover:bg-hover">
                  <b className="inline-block min-w-14 font-mono text-12">{method}</b>{' '}
                  <span className="font-mono text-13 break-all">{path}</span>
                  <span className="block text-small text-muted">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
