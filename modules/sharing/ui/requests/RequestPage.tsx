import { useCallback, useMemo, useRef } from 'react'
import { UploadsProvider } from '../../../storage/ui.ts'
import { useData } from '../../../web/ui.ts'
import { type RequestPageData, uploadRoutesOf } from '../../client/request.ts'
import { Answer } from './Answer.tsx'
import { Closed } from './Closed.tsx'
import type { Gate } from './useAnswer.ts'

/** `/request/{token}/upload`: who asks for what, where files go in, what this browser has sent. */
export const RequestPage = () => {
  const data = useData<RequestPageData>()
  const { token, folder, asked, listing } = data
  const routes = useMemo(() => uploadRoutesOf(token), [token])
  const gate = useRef<Gate>(async () => true)
  const before = useCallback(() => gate.current(), [])
  if (listing === null) return <Closed asked={asked} />
  return (
    <UploadsProvider guest={routes} before={before}>
      <Answer key={`${token}/${folder}`} data={data} gate={gate} />
    </UploadsProvider>
  )
}
