import { type RefObject, useEffect, useRef, useState } from 'react'
import { useUploads, useUploadsBusy } from '../../../storage/ui.ts'
import { CallError, useFeedback, useT } from '../../../web/ui.ts'
import { createRequestApi, type RequestPageData } from '../../client/request.ts'
import type { AskedRequest } from '../../contract.ts'
import { useSent } from './useSent.ts'

/** Asked before files go up; false: not now. */
export type Gate = () => Promise<boolean>

/** What every call is answered with once the request is over. */
const closed = 'request-closed'

/** What is not right with who they are, by field. */
export interface Problems {
  name?: string
  email?: string
}

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

/** What a guest of an open request does: say who they are, send, finish, and close it where they may. */
export const useAnswer = (data: RequestPageData, gate: RefObject<Gate>) => {
  const t = useT()
  const feedback = useFeedback()
  const { onUploaded, onFailed } = useUploads()
  /** Of their files, some are still to come: it is no time to finish. */
  const uploading = useUploadsBusy()
  const [api] = useState(() => createRequestApi(data.token))
  const [asked, setAsked] = useState(data.asked)
  const [receipt, setReceipt] = useState(data.asked.relationships.guest?.done ?? false)
  const [busy, setBusy] = useState(false)
  const sent = useSent(api, data)
  const guest = asked.relationships.guest
  const who = useRef({ name: guest?.name ?? '', email: guest?.email ?? '' })
  const [problems, setProblems] = useState<Problems>({})
  const { require_name, require_email } = asked.attributes

  const toast = (error: unknown) =>
    feedback.toast({
      kind: 'danger',
      text: error instanceof CallError && error.status > 0 ? error.message : t('web:error.broken.title'),
    })
  /** A request that was closed meanwhile shows so itself. */
  const tell = (error: unknown) =>
    error instanceof CallError && error.code === closed
      ? void api.show().then(setAsked, () => toast(error))
      : toast(error)

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
  useEffect(
    () => onFailed(({ code }) => code === closed && void api.show().then(setAsked, () => undefined)),
    [onFailed, api],
  )

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
      body: t('sharing:request.close.body', { name: asked.relationships.user.data.attributes.name }),
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

  return {
    asked,
    sent,
    /** All is sent, and they have been told so. */
    receipt,
    /** On from the receipt, to send more. */
    goOn: () => setReceipt(false),
    busy,
    uploading,
    problems,
    identify: (is: { name: string; email: string }) => {
      who.current = is
      setProblems({})
    },
    ready,
    enter,
    /** Files that the server has fetched are there. */
    fetched,
    finish,
    /** Ends the request for everybody. */
    close,
    tell,
  }
}
