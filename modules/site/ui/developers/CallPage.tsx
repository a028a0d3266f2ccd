import { useData, useT } from '../../../web/ui.ts'
import type { ApiCall } from '../../contract.ts'
import { CallDetails } from './CallDetails.tsx'

export interface CallPageData {
  call: ApiCall
  /** Module of the call; an anchor of `/developers`. */
  group: { id: string; text: string }
  /** Public origin of the installation. */
  origin: string
}

/** `/developers/{id}`: one call of the HTTP API. */
export const CallPage = () => {
  const t = useT()
  const { call, group, origin } = useData<CallPageData>()
  return (
    <>
      <nav aria-label={t('site:developers.title')} className="text-small">
        <a href="/developers" className="link">
          {t('site:developers.title')}
        </a>{' '}
        <span aria-hidden="true">/</span>{' '}
        <a href={`/developers#${group.id}`} className="link" lang="en" dir="ltr">
          {group.text}
        </a>
      </nav>
      <div lang="en" dir="ltr">
        <h1 className="mt-4 font-mono text-20 font-bold break-all outline-none">
          {call.method} {call.path}
        </h1>
        <p className="mt-1 text-muted">{call.summary}</p>
        <CallDetails call={call} origin={origin} />
      </div>
    </>
  )
}
