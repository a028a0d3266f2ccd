import { useCallback, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { CallError, useLatest } from '../../../web/ui.ts'
import { startPolling } from '../client/poll.ts'
import { setRecent } from '../client/recent.ts'
import { isRunning } from '../client/remote.store.ts'
import { RemotePanels } from './RemotePanels.tsx'
import type { VisitorRemoteProps } from './request.ts'
import { useRemote } from './useRemote.ts'

const isVisible = () => document.visibilityState === 'visible'
/** Access was lost, and all remote uploads have ended with it. */
const isAccessLost = (error: unknown) => error instanceof CallError && [401, 403, 404, 410].includes(error.status)

/** Anonymous visitors have no realtime connection: polls while URLs are open and the page is visible. */
export const VisitorRemote = ({ api, memory, target, close, onFetched, onAccessLost }: VisitorRemoteProps) => {
  const remote = useRemote(api)
  const { batches, known } = useSnapshot(remote.state)
  const running = isRunning(batches)
  const some = batches.length > 0
  const fetched = useLatest(onFetched)
  const accessLost = useLatest(onAccessLost)

  const poll = useCallback(async () => {
    try {
      if (await remote.load()) fetched.current()
    } catch (error) {
      if (!isAccessLost(error)) return
      const hadOpenUrls = isRunning(remote.state.batches)
      remote.clear()
      if (hadOpenUrls) accessLost.current?.()
    }
  }, [remote])
  useEffect(() => void poll(), [poll])
  useEffect(() => {
    // Without access the list is unknown; it is loaded when access is back.
    if (some || known) setRecent(memory, some)
  }, [some, known, memory])
  useEffect(() => (running ? startPolling(poll, isVisible) : undefined), [running, poll])

  return <RemotePanels remote={remote} target={target} close={close} />
}
