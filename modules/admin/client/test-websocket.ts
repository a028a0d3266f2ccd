import { call, onRealtime } from '../../web/ui.ts'
import { testWebsockets } from '../contract.ts'

const timeoutMs = 10_000

/** Sends the test event; resolves to whether it arrived at this page. */
export const testWebsocket = async (): Promise<boolean> => {
  let unsubscribe = () => undefined as unknown
  const arrived = new Promise<boolean>((resolve) => {
    unsubscribe = onRealtime('test', () => resolve(true))
    setTimeout(() => resolve(false), timeoutMs)
  })
  try {
    await call(testWebsockets)
    return await arrived
  } finally {
    unsubscribe()
  }
}
