import { ArrowLeft } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'
import { GuestRemoteUploads, prefetchGuestRemote, type RemoteTarget } from '../../../storage/ui.ts'
import { LinkButton, lazyComponent, useT } from '../../../web/ui.ts'
import { type FileRequestPageData, fileRequestPath } from '../../client/file-request.api.ts'
import { remoteApiOf } from '../../client/remote-uploads.api.ts'
import { uploaderRemote } from '../../contract.ts'
import { DropZone } from './DropZone.tsx'
import { HtmlForm, HtmlFormResult } from './HtmlForm.tsx'
import { RequestClosed } from './RequestClosed.tsx'
import { RequestHeader } from './RequestHeader.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { SubmittedMessage } from './SubmittedMessage.tsx'
import { UploadedCount, UploadedItems } from './UploadedItems.tsx'
import { UploaderFields } from './UploaderFields.tsx'
import { type BeforeUpload, useFileRequest } from './useFileRequest.ts'

const NameDialog = lazyComponent(async () => (await import('../editor/NameDialog.tsx')).NameDialog)

/** An open request: the terms, the drop zone, what was sent, and the end of it. */
export const FileRequestForm = ({ data, gate }: { data: FileRequestPageData; gate: RefObject<BeforeUpload> }) => {
  const { token, folder } = data
  const t = useT()
  const answer = useFileRequest(data, gate)
  const { fileRequest, sent } = answer
  const { name } = fileRequest.relationships.user.data.attributes
  /** A folder is being named. */
  const [naming, setNaming] = useState(false)
  const [links, setLinks] = useState<RemoteTarget | null>(null)
  const remote = useMemo(() => remoteApiOf(uploaderRemote, token), [token])

  if (fileRequest.attributes.status !== 'active') return <RequestClosed fileRequest={fileRequest} />
  const target = { id: folder, name: data.listing?.meta.root?.data.attributes.name ?? '' }
  // Before the first file the folder has no name yet.
  const placed = {
    id: folder,
    name: target.name || (fileRequest.attributes.title ?? t('sharing:request.title', { name })),
  }
  const answering = (
    <>
      {folder === null ? (
        <RequestHeader fileRequest={fileRequest} now={data.now} />
      ) : (
        <div className="mb-5 flex items-center gap-3">
          <LinkButton href={fileRequestPath(token)} icon={ArrowLeft} size="sm">
            {t('sharing:request.back')}
          </LinkButton>
          <h1 className="min-w-0 truncate text-20 font-bold">{target.name}</h1>
        </div>
      )}
      <HtmlFormResult plain={data.plain} />
      <HtmlForm data={data} />
      <UploaderFields fileRequest={fileRequest} problems={answer.problems} onChange={answer.identify} />
      <DropZone
        target={target}
        ready={answer.ready}
        acceptedTypes={fileRequest.attributes.accepted_types}
        shown={fileRequest.attributes.visibility === 'all'}
        onLinks={async () => {
          const parts = prefetchGuestRemote()
          if (!(await answer.enter())) return
          await parts
          setLinks(placed)
        }}
        onFolder={sent.secret ? undefined : async () => setNaming(await answer.enter())}
      />
      {naming && (
        <NameDialog
          title={t('sharing:editor.newFolder')}
          confirm={t('sharing:editor.create')}
          onName={sent.createFolder}
          onClose={() => setNaming(false)}
        />
      )}
      {sent.secret ? (
        <UploadedCount fileRequest={fileRequest} />
      ) : (
        <UploadedItems sent={sent} token={token} folder={folder} onRefused={answer.tell} />
      )}
      {(sent.secret ? (fileRequest.relationships.uploader?.sent ?? 0) : sent.items.length) > 0 && (
        <SubmitButton
          owner={name}
          busy={answer.busy}
          uploading={answer.uploading}
          onFinish={() => void answer.finish()}
        />
      )}
    </>
  )
  return (
    <>
      {answer.receipt ? (
        <SubmittedMessage
          fileRequest={fileRequest}
          onMore={answer.goOn}
          onClose={
            fileRequest.attributes.allow_uploader_close && !answer.uploading ? () => void answer.close() : undefined
          }
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
