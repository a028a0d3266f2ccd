import { useState } from 'react'
import { Button, useT } from '../../web/ui.ts'
import { setupSocketPath } from '../contract.ts'

type Outcome = 'working' | 'works' | 'blocked'

const timeoutMs = 8_000

/** Sends a text through a WebSocket of the setup and waits until it comes back. */
const testSocket = (): Promise<Outcome> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${setupSocketPath}`)
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      socket.close()
      resolve(outcome)
    }
    const timer = setTimeout(() => end('blocked'), timeoutMs)
    socket.onopen = () => socket.send('ping')
    socket.onmessage = () => end('works')
    socket.onerror = () => end('blocked')
  })

/** Tests whether WebSockets reach this server: a proxy in front has to allow them. Needs JavaScript. */
// i18n-keys: installer:wizard.environment.live.*
export const LiveTest = () => {
  const t = useT()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const test = async () => {
    setOutcome('working')
    setOutcome(await testSocket())
  }
  return (
    <div className="flex flex-col items-start gap-2 noscript:hidden">
      <Button type="button" loading={outcome === 'working'} onClick={() => void test()}>
        {t('installer:wizard.environment.live.test')}
      </Button>
      <p role="status" className="text-small text-pretty text-muted" data-outcome={outcome}>
        {t(`installer:wizard.environment.live.${outcome ?? 'text'}`)}
      </p>
    </div>
  )
}
