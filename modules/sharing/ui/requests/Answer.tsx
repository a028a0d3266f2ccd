import { ArrowLeft } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'
import { GuestRemoteUploads, prefetchGuestRemote, type RemoteTarget } from '../../../storage/ui.ts'
import { LinkButton, lazyComponent, useT } from '../../../web/ui.ts'
import { remoteApiOf } from '../../client/remote.api.ts'
import { type RequestPageData, requestAddress } from '../../client/request.ts'
import { requestRemote } from '../../contract.ts'
import { Asking } from './Asking.tsx'
import { Closed } from './Closed.tsx'
import { DropZone } from './DropZone.tsx'
import { Finish } from './Finish.tsx'
import { PlainForm, PlainOutcome } from './PlainForm.tsx'
import { Receipt } from './Receipt.tsx'
import { Sent, SentCount } from './Sent.tsx'
import { type Gate, useAnswer } from './useAnswer.ts'
import { Who } from './Who.tsx'

const NamePopup = lazyComponent(async () => (await import('../editor/NamePopup.tsx')).NamePopup)

/** An open request: the terms, the drop zone, what was sent, and the end of it. */
export const Answer = ({ data, gate }: { data: RequestPageData; gate: RefObject<Gate> }) => {
  const { token, folder } = data
  const t = useT()
  const answer = useAnswer(data, gate)
  const { asked, sent } = answer
  const { name } = asked.relationships.user.data.attributes
  /** A folder is being named. */
  const [naming, setNaming] = useState(false)
  const [links, setLinks] = useState<RemoteTarget | null>(null)
  const remote = useMemo(() => remoteApiOf(requestRemote, token), [token])

  if (asked.attributes.status !== 'active') return <Closed asked={asked} />
  const target = { id: folder, name: data.listing?.meta.root?.data.attributes.name ?? '' }
  // Before the first file the folder has no name yet.
  const placed = { id: folder, name: target.name || (asked.attributes.title ?? t('sharing:request.title', { name })) }
  const answering = (
    <>
      {folder === null ? (
        <Asking asked={asked} now={data.now} />
      ) : (
        <div className="mb-5 flex items-center gap-3">
          <LinkButton href={requestAddress(token)} icon={ArrowLeft} size="sm">
            {t('sharing:request.back')}
          </LinkButton>
          <h1 className="min-w-0 truncate text-20 font-bold">{target.name}</h1>
        </div>
      )}
      <PlainOutcome plain={data.plain} />
      <PlainForm data={data} />
      <Who asked={asked} problems={answer.problems} onChange={answer.identify} />
      <DropZone
        target={target}
        ready={answer.ready}
        kinds={asked.attributes.kinds}
        shown={asked.attributes.visibility === 'all'}
        onLinks={async () => {
          const parts = prefetchGuestRemote()
          if (!(await answer.enter())) return
          await parts
          setLinks(placed)
        }}
        onFolder={sent.secret ? undefined : async () => setNaming(await answer.enter())}
      />
      {naming && (
        <NamePopup
          title={t('sharing:editor.newFolder')}
          confirm={t('sharing:editor.create')}
          onName={sent.createFolder}
          onClose={() => setNaming(false)}
        />
      )}
      {sent.secret ? (
        <SentCount asked={asked} />
      ) : (
        <Sent sent={sent} token={token} folder={folder} onRefused={answer.tell} />
      )}
      {(sent.secret ? (asked.relationships.guest?.sent ?? 0) : sent.items.length) > 0 && (
        <Finish owner={name} busy={answer.busy} uploading={answer.uploading} onFinish={() => void answer.finish()} />
      )}
    </>
  )
  return (
    <>
      {answer.receipt ? (
        <Receipt
          asked={asked}
          onMore={answer.goOn}
          onClose={asked.attributes.guests_may_close && !answer.uploading ? () => void answer.close() : undefined}
        />
      ) : (
        answering
      )}
      {/* One place for both: what is being fetched goes on beneath the receipt. */}
      <GuestRemoteUploads
        api={remote}
        memory={token}
        target={links}
        close={() => setLinks(null)}
        onFetched={() => void answer.fetched()}
      />
    </>
  )
}
