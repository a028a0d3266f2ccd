import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/index.ts'
import { onRealtime } from './realtime.ts'

/** Delay before the call, so that a connection that is opening gets ready. */
const callDelayMs = 1_500
/** Timeout of the whole test. */
const timeoutMs = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Lets the server send the event `test` by `requestEvent`; resolves to whether it arrived at this page in time. */
const testConnection = async (requestEvent: () => Promise<unknown>): Promise<boolean> => {
  let unsubscribe: (() => void) | undefined
  const arrived = new Promise<boolean>((resolve) => {
    unsubscribe = onRealtime('test', () => resolve(true))
  })
  try {
    await wait(callDelayMs)
    const failed = wait(timeoutMs - callDelayMs).then(() => false)
    const requested = requestEvent().then(
      () => arrived,
      () => false,
    )
    // A request without an answer fails in time too.
    return await Promise.race([requested, failed])
  } finally {
    unsubscribe?.()
  }
}

/** Returns the action that tests the realtime connection of this page and shows the outcome in a toast. */
export const useConnectionTest = (requestEvent: () => Promise<unknown>): (() => Promise<void>) => {
  const t = useT()
  const feedback = useFeedback()
  return async () => {
    const close = feedback.processing({ title: t('web:connection.testing') })
    const established = await testConnection(requestEvent)
    close()
    feedback.toast({
      kind: established ? 'success' : 'danger',
      text: t(established ? 'web:connection.established' : 'web:connection.failed'),
    })
  }
}
