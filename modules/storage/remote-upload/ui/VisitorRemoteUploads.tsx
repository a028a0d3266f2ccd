import { useEffect, useState } from 'react'
import { lazyComponent } from '../../../web/ui.ts'
import { isRecent } from '../client/recent.ts'
import { type VisitorRemoteProps, visitorPages } from './request.ts'

const VisitorRemote = lazyComponent(async () => (await import('./VisitorRemote.tsx')).VisitorRemote)

/** Remote uploads of an anonymous visitor. Loaded when requested, or when they were started before a reload. */
export const VisitorRemoteUploads = (props: VisitorRemoteProps) => {
  const { memory, target } = props
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    visitorPages.open += 1
    return () => {
      visitorPages.open -= 1
    }
  }, [])
  useEffect(() => {
    if (target || isRecent(memory)) setWanted(true)
  }, [target, memory])
  return wanted ? <VisitorRemote {...props} onNotLoaded={props.close} /> : null
}
