import { useEffect, useState } from 'react'
import { lazyComponent } from '../../../web/ui.ts'
import { isRemembered } from '../client/recent.ts'
import { type GuestRemoteProps, guestPages } from './request.ts'

const GuestRemote = lazyComponent(async () => (await import('./GuestRemote.tsx')).GuestRemote)

/** Files that the server fetches for somebody without an account: loaded when wanted, or begun before a reload. */
export const GuestRemoteUploads = (props: GuestRemoteProps) => {
  const { memory, target } = props
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    guestPages.open += 1
    return () => {
      guestPages.open -= 1
    }
  }, [])
  useEffect(() => {
    if (target || isRemembered(memory)) setWanted(true)
  }, [target, memory])
  return wanted ? <GuestRemote {...props} /> : null
}
