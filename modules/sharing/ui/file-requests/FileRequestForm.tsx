import { ArrowLeft } from 'lucide-react'
import { type RefCallback, type RefObject, useMemo, useState } from 'react'
import { prefetchVisitorRemote, type RemoteTarget, VisitorRemoteUploads } from '../../../storage/ui.ts'
import { LinkButton, lazyComponent, useFocusOnChange, useT } from '../../../web/ui.ts'
import type { FileRequestPageData } from '../../client/file-request.api.ts'
import { remoteApiOf } from '../../client/remote-uploads.api.ts'
import { fileRequestPath, uploaderRemote } from '../../contract.ts'
import { DropZone, useKeepPageOnDrop } from './DropZone.tsx'
import { RequestClosed } from './RequestClosed.tsx'
import { RequestHeader } from './RequestHeader.tsx'
import { SubmitFilesButton } from './SubmitFilesButton.tsx'
import { SubmittedMessage } from './SubmittedMessage.tsx'
import { UploadedCount, UploadedItems } from './UploadedItems.tsx'
import { UploaderFields } from './UploaderFields.tsx'
import { HtmlFormResult, UploadHtmlForm } from './UploadHtmlForm.tsx'
import { type BeforeUpload, useFileRequest } from './useFileRequest.ts'

const NameDialog = lazyComponent(async () => (await import('../editor/NameDialog.tsx')).NameDialog)

/** An active request: its terms, the drop zone, uploaded items, and the button that submits. */
export const FileRequestForm = ({
  data,
  beforeUpload,
  panelSlot,
}: {
  data: FileRequestPageData
  beforeUpload: RefObject<BeforeUpload>
  /** Is given the element that shows the progress of uploads. */
  panelSlot: RefCallback<HTMLElement>
}) => {
  const { token, folder } = data
  const t = useT()
  const state = useFileRequest(data, beforeUpload)
  const { fileRequest, sent } = state
  const { name } = fileRequest.relationships.user.data.attributes
  /** The dialog for a new folder is open. */
  const [naming, setNaming] = useState(false)
  const [links, setLinks] = useState<RemoteTarget | null>(null)
  const remote = useMemo(() => remoteApiOf(uploaderRemote, token), [token])

  const target = { id: folder, name: data.listing?.meta.root?.data.attributes.name ?? '' }
  // The request's folder does not exist before the first file.
  const placed = {
    id: folder,
    name: target.name || (fileRequest.attributes.title ?? t('sharing:request.title', { name })),
  }
  // Own items, which may be folders alone; the count is known before the list is read.
  const ownItems = sent.isHidden || sent.isShared ? 0 : sent.items.length
  const hasSent = ownItems + (fileRequest.relationships.uploader?.sent ?? 0) > 0
  const form = (
    <>
      {folder === null ? (
        <RequestHeader fileRequest={fileRequest} />
      ) : (
        <div className="mb-5 flex items-center gap-3">
          <LinkButton href={fileRequestPath(token)} icon={ArrowLeft} size="sm" className="rtl:[&_svg]:rotate-180">
            {t('sharing:request.back')}
          </LinkButton>
          <h1 className="bidi-plaintext min-w-0 truncate text-20 font-bold outline-none">{target.name}</h1>
        </div>
      )}
      <HtmlFormResult htmlForm={data.htmlForm} />
      {sent.canAdd && <UploadHtmlForm data={data} />}
      {sent.canAdd && (
        <UploaderFields
          fileRequest={fileRequest}
          problems={state.problems}
          onChange={state.setFields}
          onLeave={state.save}
        />
      )}
      {sent.canAdd && (
        <DropZone
          target={target}
          ready={state.ready}
          acceptedTypes={fileRequest.attributes.accepted_types}
          isVisibleToAll={fileRequest.attributes.visibility === 'all'}
          onLinks={async () => {
            const parts = prefetchVisitorRemote()
            if (!(await state.identify())) return
            await parts
            setLinks(placed)
          }}
          onFolder={sent.isHidden ? undefined : async () => setNaming(await state.identify())}
        />
      )}
      {/* A floating panel of uploads would cover the button to submit, or move it when it disappears. */}
      <div ref={panelSlot} />
      {naming && (
        <NameDialog
          title={t('sharing:editor.newFolder')}
          confirm={t('sharing:editor.create')}
          onName={sent.createFolder}
          onClose={() => setNaming(false)}
        />
      )}
      {sent.isHidden ? (
        <UploadedCount fileRequest={fileRequest} />
      ) : (
        <UploadedItems sent={sent} token={token} folder={folder} onError={state.handleError} />
      )}
      {hasSent && (
        <SubmitFilesButton
          owner={name}
          busy={state.busy}
          uploading={state.uploading}
          onSubmit={() => void state.submit()}
        />
      )}
    </>
  )
  const isClosed = fileRequest.attributes.status !== 'active'
  useKeepPageOnDrop()
  useFocusOnChange(isClosed ? 'closed' : state.isSubmitted)
  return (
    <>
      {isClosed ? (
        <RequestClosed fileRequest={fileRequest} hasUnsent={state.hasUnsent} />
      ) : state.isSubmitted ? (
        <SubmittedMessage
          fileRequest={fileRequest}
          isReceiptSent={state.isReceiptSent}
          onMore={state.sendMore}
          onClose={
            fileRequest.attributes.allow_uploader_close && !state.uploading ? () => void state.close() : undefined
          }
        />
      ) : (
        form
      )}
      {/* The names of files that failed, which may be retried once the request is open again. */}
      {(isClosed || state.isSubmitted) && <div ref={panelSlot} />}
      {/* One place in all states: files being fetched go on beneath the receipt. */}
      <VisitorRemoteUploads
        api={remote}
        memory={token}
        target={links}
        close={() => setLinks(null)}
        onFetched={() => void state.fetched()}
        onAccessLost={() => void state.refreshAfterFailure()}
      />
    </>
  )
}
