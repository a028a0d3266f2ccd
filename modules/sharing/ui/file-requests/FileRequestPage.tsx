import { useCallback, useMemo, useRef, useState } from 'react'
import { VisitorUploads } from '../../../storage/ui.ts'
import { useData } from '../../../web/ui.ts'
import { type FileRequestPageData, uploadRoutesOf } from '../../client/file-request.api.ts'
import { FileRequestForm } from './FileRequestForm.tsx'
import { RequestClosed } from './RequestClosed.tsx'
import type { BeforeUpload } from './useFileRequest.ts'

/** `/request/{token}/upload`: the request, the drop zone, and the items that this browser has sent. */
export const FileRequestPage = () => {
  const data = useData<FileRequestPageData>()
  const { token, folder, fileRequest, listing } = data
  const routes = useMemo(() => uploadRoutesOf(token), [token])
  const beforeUpload = useRef<BeforeUpload>(async () => true)
  const [panelSlot, setPanelSlot] = useState<HTMLElement | null>(null)
  const before = useCallback(() => beforeUpload.current(), [])
  if (listing === null) return <RequestClosed fileRequest={fileRequest} />
  return (
    <VisitorUploads
      routes={routes}
      panelSlot={panelSlot}
      maxFileBytes={fileRequest.attributes.max_file_size}
      before={before}
    >
      <FileRequestForm key={`${token}/${folder}`} data={data} beforeUpload={beforeUpload} panelSlot={setPanelSlot} />
    </VisitorUploads>
  )
}
