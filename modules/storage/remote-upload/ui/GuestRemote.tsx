import { useCallback, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { CallError } from '../../../web/ui.ts'
import { keepLooking } from '../client/poll.ts'
import { remember } from '../client/recent.ts'
import { isRunning } from '../client/remote.store.ts'
import { RemoteViews } from './RemoteViews.tsx'
import type { GuestRemoteProps } from './request.ts'
import { useRemote } from './useRemote.ts'

const isInSight = () => document.visibilityState === 'visible'
/** The way in is shut, and with it all of this has ended. */
const isShut = (error: unknown) => error instanceof CallError && [401, 403, 404, 410].includes(error.status)

/** Guests have no line to be told by: they ask, while something is on its way and the page is in sight. */
export const GuestRemote = ({ api, memory, target, close, onFetched }: GuestRemoteProps) => {
  const remote = useRemote(api)
  const { batches, known } = useSnapshot(remote.state)
  const running = isRunning(batches)
  const some = batches.length > 0
  const fetched = useRef(onFetched)
  fetched.current = onFetched

  const look = useCallback(async () => {
    try {
      if (await remote.load()) fetched.current()
    } catch (error) {
      if (isShut(error)) remote.clear()
    }
  }, [remote])
  useEffect(() => void look(), [look])
  useEffect(() => {
    // Behind a locked way nobody knows what there is: it is asked for when it is open again.
    if (some || known) remember(memory, some)
  }, [some, known, memory])
  useEffect(() => (running ? keepLooking(look, isInSight) : undefined), [running, look])

  return <RemoteViews remote={remote} target={target} close={close} />
}
