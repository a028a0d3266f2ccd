import { type RefObject, useEffect, useRef, useState } from 'react'
import { useUploads, useUploadsBusy } from '../../../storage/ui.ts'
import { CallError, errorText, passBotCheck, useFeedback, useT } from '../../../web/ui.ts'
import { createFileRequestApi, type FileRequestPageData, type UploaderInput } from '../../client/file-request.api.ts'
import { closedCode, useLatestFileRequest } from './useLatestFileRequest.ts'

/** Called before files are uploaded; false rejects them. */
export type BeforeUpload = () => Promise<boolean>

/** Errors by field of the uploader. */
interface Problems {
  name?: string
  email?: string
}

const focusField = (name: string): void =>
  document.querySelector<HTMLInputElement>(`input[name="uploader-${name}"]`)?.focus()

/** State and actions of an uploader: identify, upload, submit, and close the request where allowed. */
export const useFileRequest = (data: FileRequestPageData, beforeUpload: RefObject<BeforeUpload>) => {
  const t = useT()
  const feedback = useFeedback()
  const { onUploaded } = useUploads()
  /** Blocks submitting while uploads are running. */
  const uploading = useUploadsBusy()
  const [api] = useState(() => createFileRequestApi(data.token))
  const latest = useLatestFileRequest(api, data)
  const { fileRequest, setFileRequest } = latest
  const [isSubmitted, setIsSubmitted] = useState(data.fileRequest.relationships.uploader?.submitted ?? false)
  /** A receipt of the files submitted just now is on its way. */
  const [isReceiptSent, setIsReceiptSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const uploader = fileRequest.relationships.uploader
  const typed = useRef<UploaderInput>({})
  const isUnsaved = useRef(false)
  const [problems, setProblems] = useState<Problems>({})
  const { require_name, require_email } = fileRequest.attributes

  const toast = (error: unknown) =>
    feedback.toast({
      kind: 'danger',
      text: errorText(error, t),
    })
  /** Shows a request that was closed meanwhile as closed. */
  const handleError = (error: unknown) =>
    error instanceof CallError && error.code === closedCode
      ? void api.show().then(setFileRequest, () => toast(error))
      : toast(error)

  /** Whether required fields are filled; otherwise shows errors. */
  const ready = (): boolean => {
    const { name = uploader?.name ?? '', email = uploader?.email ?? '' } = typed.current
    const missing = {
      ...(require_name && !name.trim() ? { name: t('sharing:error.uploader-name-required') } : {}),
      ...(require_email && !email.trim() ? { email: t('sharing:error.uploader-email-required') } : {}),
    }
    setProblems(missing)
    const [first] = Object.keys(missing)
    if (first) focusField(first)
    return first === undefined
  }
  /** Whether the error is about the email, at which it is then shown. */
  const isEmailError = (error: unknown): boolean => {
    const isIt = error instanceof CallError && error.code === 'invalid-email'
    if (isIt) setProblems({ email: error.message })
    return isIt
  }
  /** Stores name and email once a field is left: after the last file, nothing may follow. Before the first, uploads do. */
  const save = () => {
    if (!uploader || !isUnsaved.current) return
    isUnsaved.current = false
    // Its answer would count files that are being uploaded twice.
    api.identify(typed.current, {}).catch((error: unknown) => {
      isUnsaved.current = !isEmailError(error)
    })
  }
  /** Before an upload: stores name and email. */
  const identify = async (): Promise<boolean> => {
    if (!ready()) return false
    try {
      const proof = fileRequest.relationships.uploader ? {} : await passBotCheck(data.botCheck, 'file_request')
      setFileRequest(await api.identify(typed.current, proof))
      return true
    } catch (error) {
      if (isEmailError(error)) focusField('email')
      else handleError(error)
      return false
    }
  }
  beforeUpload.current = identify

  useEffect(() => onUploaded(() => setIsSubmitted(false)), [onUploaded])

  const fetched = async () => {
    setIsSubmitted(false)
    await latest.refresh().catch(handleError)
  }
  const submit = async () => {
    setBusy(true)
    try {
      if (await identify()) {
        const { data: submitted, receipt } = await api.submit()
        setFileRequest(submitted)
        setIsReceiptSent(receipt)
        setIsSubmitted(true)
        window.scrollTo({ top: 0 })
      }
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }
  const close = async () => {
    const sure = await feedback.confirm({
      title: t('sharing:request.close.title'),
      body: t('sharing:request.close.body', { name: fileRequest.relationships.user.data.attributes.name }),
      confirmLabel: t('sharing:request.close.button'),
      danger: true,
    })
    if (!sure) return
    try {
      await api.close()
      setFileRequest(await api.show())
    } catch (error) {
      handleError(error)
    }
  }

  return {
    ...latest,
    /** Submitted, and the confirmation is shown. */
    isSubmitted,
    isReceiptSent,
    /** Back to the form, to send more. */
    sendMore: () => setIsSubmitted(false),
    busy,
    uploading,
    problems,
    setFields: (part: UploaderInput) => {
      Object.assign(typed.current, part)
      isUnsaved.current = true
      setProblems({})
    },
    save,
    ready,
    identify,
    /** After the server has fetched files. */
    fetched,
    submit,
    /** Closes the request for everybody. */
    close,
    handleError,
  }
}
