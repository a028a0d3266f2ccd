import { type RefObject, useEffect, useRef, useState } from 'react'
import { useUploads, useUploadsBusy } from '../../../storage/ui.ts'
import { CallError, useFeedback, useT } from '../../../web/ui.ts'
import { createFileRequestApi, type FileRequestPageData } from '../../client/file-request.api.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { useUploadedItems } from './useUploadedItems.ts'

/** FileRequestLookup before files go up; false: not now. */
export type BeforeUpload = () => Promise<boolean>

/** What every call is answered with once the request is over. */
const closed = 'request-closed'

/** What is not right with who they are, by field. */
export interface Problems {
  name?: string
  email?: string
}

/** The request with one more file of this browser. */
const withUploaded = (
  { attributes, relationships, ...fileRequest }: PublicFileRequest,
  bytes: number,
): PublicFileRequest => {
  const { uploader } = relationships
  return {
    ...fileRequest,
    attributes: { ...attributes, received: attributes.received + 1 },
    relationships: {
      ...relationships,
      uploader: uploader && { ...uploader, sent: uploader.sent + 1, bytes: uploader.bytes + bytes, submitted: false },
    },
  }
}

/** What an uploader of an open request does: say who they are, send, finish, and close it where they may. */
export const useFileRequest = (data: FileRequestPageData, gate: RefObject<BeforeUpload>) => {
  const t = useT()
  const feedback = useFeedback()
  const { onUploaded, onFailed } = useUploads()
  /** Of their files, some are still to come: it is no time to finish. */
  const uploading = useUploadsBusy()
  const [api] = useState(() => createFileRequestApi(data.token))
  const [fileRequest, setFileRequest] = useState(data.fileRequest)
  const [receipt, setReceipt] = useState(data.fileRequest.relationships.uploader?.submitted ?? false)
  const [busy, setBusy] = useState(false)
  const sent = useUploadedItems(api, data)
  const uploader = fileRequest.relationships.uploader
  const who = useRef({ name: uploader?.name ?? '', email: uploader?.email ?? '' })
  const [problems, setProblems] = useState<Problems>({})
  const { require_name, require_email } = fileRequest.attributes

  const toast = (error: unknown) =>
    feedback.toast({
      kind: 'danger',
      text: error instanceof CallError && error.status > 0 ? error.message : t('web:error.broken.title'),
    })
  /** A request that was closed meanwhile shows so itself. */
  const tell = (error: unknown) =>
    error instanceof CallError && error.code === closed
      ? void api.show().then(setFileRequest, () => toast(error))
      : toast(error)

  /** Whether they have said who they are, where that is wanted. */
  const ready = (): boolean => {
    const found = {
      ...(require_name && !who.current.name.trim() ? { name: t('sharing:error.uploader-name-required') } : {}),
      ...(require_email && !who.current.email.trim() ? { email: t('sharing:error.uploader-email-required') } : {}),
    }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) document.querySelector<HTMLInputElement>(`input[name="uploader-${first}"]`)?.focus()
    return first === undefined
  }
  /** Before anything goes up: this browser is an uploader of the request, by the name they gave. */
  const enter = async (): Promise<boolean> => {
    if (!ready()) return false
    try {
      setFileRequest(await api.enter(who.current))
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === 'invalid-email') setProblems({ email: error.message })
      else tell(error)
      return false
    }
  }
  gate.current = enter

  useEffect(
    () =>
      onUploaded((item) => {
        setReceipt(false)
        setFileRequest((now) => withUploaded(now, item.attributes.size ?? 0))
      }),
    [onUploaded],
  )
  useEffect(
    () => onFailed(({ code }) => code === closed && void api.show().then(setFileRequest, () => undefined)),
    [onFailed, api],
  )

  const fetched = async () => {
    setReceipt(false)
    await Promise.all([sent.reload(), api.show().then(setFileRequest)]).catch(tell)
  }
  const finish = async () => {
    setBusy(true)
    try {
      if (await enter()) {
        setFileRequest(await api.finish())
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
      body: t('sharing:request.close.body', { name: fileRequest.relationships.user.data.attributes.name }),
      confirmLabel: t('sharing:request.close.confirm'),
    })
    if (!sure) return
    try {
      await api.close()
      setFileRequest(await api.show())
    } catch (error) {
      tell(error)
    }
  }

  return {
    fileRequest,
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
