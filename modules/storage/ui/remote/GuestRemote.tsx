import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { CallError } from '../../../web/ui.ts'
import { remember } from '../../client/remote/remembered.ts'
import { isOpen } from '../../client/remote/remote.store.ts'
import { RemoteViews } from './RemoteViews.tsx'
import type { GuestRemoteProps } from './request.ts'
import { useRemote } from './useRemote.ts'

/** ms between two looks: soon at first, then gently. */
const first = 1_200
const longest = 5_000

/** Guests have no line to be told by: they ask, while something is on its way and the page is in sight. */
export const GuestRemote = ({ api, memory, target, close, onFetched }: GuestRemoteProps) => {
  const remote = useRemote(api)
  const { batches } = useSnapshot(remote.state)
  const running = batches.some(({ attributes }) => attributes.urls.some(isOpen))
  const some = batches.length > 0
  const fetched = useRef(onFetched)
  fetched.current = onFetched

  useEffect(() => void remote.load().catch(() => undefined), [remote])
  useEffect(() => {
    if (some) remember(memory, true)
    return () => {
      if (some && remote.state.batches.length === 0) remember(memory, false)
    }
  }, [some, remote, memory])
  useEffect(() => {
    if (!running) return
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const look = async (pause: number) => {
      try {
        if (document.visibilityState === 'visible' && (await remote.poll())) fetched.current()
      } catch (error) {
        // The link is shut, and with it all of this has ended.
        if (error instanceof CallError && [401, 403, 404, 410].includes(error.status)) remote.clear()
      }
      if (!gone) timer = setTimeout(() => void look(Math.min(pause * 1.2, longest)), pause)
    }
    timer = setTimeout(() => void look(first), first)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [running, remote])

  return <RemoteViews remote={remote} target={target} close={close} />
}
