import { useCallback, useEffect, useState } from 'react'
import { useUploads } from '../../../storage/ui.ts'
import type { FileRequestApi, FileRequestPageData } from '../../client/file-request.api.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { useRefreshOnReturn } from '../useRefreshOnReturn.ts'
import { type UploadedItemsState, useUploadedItems } from './useUploadedItems.ts'

/** Error code of all calls once the request is closed or expired. */
export const closedCode = 'request-closed'

/** The request, counting one more file of this browser. */
const withUploaded = (
  { attributes, relationships, ...fileRequest }: PublicFileRequest,
  bytes: number,
): PublicFileRequest => {
  const { uploader } = relationships
  return {
    ...fileRequest,
    attributes: {
      ...attributes,
      received: attributes.received + 1,
      files_left: attributes.files_left && attributes.files_left - 1,
    },
    relationships: {
      ...relationships,
      uploader: uploader && { ...uploader, sent: uploader.sent + 1, bytes: uploader.bytes + bytes, submitted: false },
    },
  }
}

interface LatestFileRequest {
  fileRequest: PublicFileRequest
  setFileRequest(shown: PublicFileRequest): void
  /** The request was closed before all files of this page were uploaded. */
  hasUnsent: boolean
  sent: UploadedItemsState
  /** Reads the request again, and the items that this browser has sent. */
  refresh(): Promise<PublicFileRequest>
  /** After files have failed: shows whether the request was closed meanwhile. */
  refreshAfterFailure(): Promise<void>
}

/** The request and this browser's sent items, counted with each upload, and read again when the visitor returns. */
export const useLatestFileRequest = (api: FileRequestApi, data: FileRequestPageData): LatestFileRequest => {
  const { onUploaded, onFailed, isBusy } = useUploads()
  const [fileRequest, setFileRequest] = useState(data.fileRequest)
  const [hasUnsent, setHasUnsent] = useState(false)
  const sent = useUploadedItems(api, data)
  const { reload } = sent
  const isClosed = fileRequest.attributes.status !== 'active'

  const refresh = useCallback(async () => {
    const shown = await api.show()
    setFileRequest(shown)
    if (shown.attributes.status === 'active') {
      setHasUnsent(false)
      await reload()
    }
    return shown
  }, [api, reload])
  const refreshAfterFailure = useCallback(async () => {
    // The next action reports the problem.
    const shown = await refresh().catch(() => null)
    if (shown) setHasUnsent(shown.attributes.status !== 'active')
  }, [refresh])
  // Uploads count themselves: an answer that comes between would count a file twice.
  const refreshWhenIdle = useCallback(async () => void (isBusy() || (await refresh())), [isBusy, refresh])
  useRefreshOnReturn(refreshWhenIdle)

  useEffect(
    () =>
      onUploaded((item) => {
        // Retried after the request was reopened.
        if (isClosed) void refresh().catch(() => undefined)
        else setFileRequest((now) => withUploaded(now, item.attributes.size ?? 0))
      }),
    [onUploaded, isClosed, refresh],
  )
  useEffect(
    () => onFailed(({ code }) => code === closedCode && void refreshAfterFailure()),
    [onFailed, refreshAfterFailure],
  )

  return {
    fileRequest,
    setFileRequest,
    hasUnsent,
    sent: {
      ...sent,
      remove: async (item) => {
        await sent.remove(item)
        await refreshWhenIdle().catch(() => undefined)
      },
    },
    refresh,
    refreshAfterFailure,
  }
}
