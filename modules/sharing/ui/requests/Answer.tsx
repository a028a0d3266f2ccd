import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { GuestRemoteUploads, prefetchGuestRemote, type RemoteTarget, useUploads } from '../../../storage/ui.ts'
import { CallError, deferred, LinkButton, useFeedback, useT } from '../../../web/ui.ts'
import { remoteApiOf } from '../../client/remote.api.ts'
import { createRequestApi, type RequestPageData, requestAddress } from '../../client/request.ts'
import { type AskedRequest, requestRemote } from '../../contract.ts'
import { Asking } from './Asking.tsx'
import { Closed } from './Closed.tsx'
import { DropZone } from './DropZone.tsx'
import { Finish } from './Finish.tsx'
import { PlainForm, PlainOutcome } from './PlainForm.tsx'
import { Receipt } from './Receipt.tsx'
import { Sent, SentCount } from './Sent.tsx'
import { useSent } from './useSent.ts'
import { Who } from './Who.tsx'

const NamePopup = deferred(async () => (await import('../editor/NamePopup.tsx')).NamePopup)

/** Asked before files go up; false: not now. */
export type Gate = () => Promise<boolean>

/** The request with one more file of this browser. */
const withSent = ({ attributes, relationships, ...asked }: AskedRequest, bytes: number): AskedRequest => {
  const { guest } = relationships
  return {
    ...asked,
    attributes: { ...attributes, received: attributes.received + 1 },
    relationships: {
      ...relationships,
      guest: guest && { ...guest, sent: guest.sent + 1, bytes: guest.bytes + bytes, done: false },
    },
  }
}

/** An open request: the terms, the drop zone, what was sent, and the end of it. */
export const Answer = ({ data, gate }: { data: RequestPageData; gate: RefObject<Gate> }) => {
  const { token, folder } = data
  const t = useT()
  const feedback = useFeedback()
  const { onUploaded } = useUploads()
  const [api] = useState(() => createRequestApi(token))
  const [asked, setAsked] = useState(data.asked)
  const [receipt, setReceipt] = useState(data.asked.relationships.guest?.done ?? false)
  const [busy, setBusy] = useState(false)
  /** A folder is being named. */
  const [naming, setNaming] = useState(false)
  const [links, setLinks] = useState<RemoteTarget | null>(null)
  const remote = useMemo(() => remoteApiOf(requestRemote, token), [token])
  const sent = useSent(api, data)
  const guest = asked.relationships.guest
  const who = useRef({ name: guest?.name ?? '', email: guest?.email ?? '' })
  const [problems, setProblems] = useState<{ name?: string; email?: string }>({})
  const { require_name, require_email, guests_may_close } = asked.attributes
  /** What is sent is shown to nobody but the owner, not even to who sent it. */
  const secret = asked.attributes.visibility === 'none'
  const { name } = asked.relationships.user.data.attributes

  const tell = (error: unknown) =>
    feedback.toast({
      kind: 'danger',
      text: error instanceof CallError && error.status > 0 ? error.message : t('web:error.broken.title'),
    })

  /** Whether they have said who they are, where that is wanted. */
  const ready = (): boolean => {
    const found = {
      ...(require_name && !who.current.name.trim() ? { name: t('sharing:error.guest-name-needed') } : {}),
      ...(require_email && !who.current.email.trim() ? { email: t('sharing:error.guest-email-needed') } : {}),
    }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) document.querySelector<HTMLInputElement>(`input[name="guest-${first}"]`)?.focus()
    return first === undefined
  }
  /** Before anything goes up: this browser is a guest of the request, by the name they gave. */
  const enter = async (): Promise<boolean> => {
    if (!ready()) return false
    try {
      setAsked(await api.enter(who.current))
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === 'bad-email') setProblems({ email: error.message })
      else tell(error)
      return false
    }
  }
  gate.current = enter

  useEffect(
    () =>
      onUploaded((item) => {
        setReceipt(false)
        setAsked((now) => withSent(now, item.attributes.size ?? 0))
      }),
    [onUploaded],
  )

  /** Files that the server has fetched are there. */
  const fetched = async () => {
    setReceipt(false)
    await Promise.all([sent.reload(), api.show().then(setAsked)]).catch(tell)
  }
  const finish = async () => {
    setBusy(true)
    try {
      if (await enter()) {
        setAsked(await api.finish())
        setReceipt(true)
        window.scrollTo({ top: 0 })
      }
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  const close = async () => {
    const sure = await feedback.confirm({
      title: t('sharing:request.close.title'),
      body: t('sharing:request.close.body', { name }),
      confirmLabel: t('sharing:request.close.confirm'),
    })
    if (!sure) return
    try {
      await api.close()
      setAsked(await api.show())
    } catch (error) {
      tell(error)
    }
  }

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
      <Who
        asked={asked}
        problems={problems}
        onChange={(next) => {
          who.current = next
          setProblems({})
        }}
      />
      <DropZone
        target={target}
        ready={ready}
        kinds={asked.attributes.kinds}
        shown={asked.attributes.visibility === 'all'}
        onLinks={async () => {
          const parts = prefetchGuestRemote()
          if (!(await enter())) return
          await parts
          setLinks(placed)
        }}
        onFolder={secret ? undefined : async () => setNaming(await enter())}
      />
      {naming && (
        <NamePopup
          title={t('sharing:editor.newFolder')}
          confirm={t('sharing:editor.create')}
          onName={sent.createFolder}
          onClose={() => setNaming(false)}
        />
      )}
      {secret ? <SentCount asked={asked} /> : <Sent sent={sent} token={token} folder={folder} onRefused={tell} />}
      {(secret ? (guest?.sent ?? 0) : sent.items.length) > 0 && (
        <Finish owner={name} busy={busy} onFinish={() => void finish()} />
      )}
    </>
  )
  return (
    <>
      {receipt ? (
        <Receipt
          asked={asked}
          onMore={() => setReceipt(false)}
          onClose={guests_may_close ? () => void close() : undefined}
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
        onFetched={() => void fetched()}
      />
    </>
  )
}
