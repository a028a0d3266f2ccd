import type { Config } from '../../modules/platform/index.ts'
import type { Coffer } from '../app.ts'
import { openDatabase } from '../open-database.ts'
import { interruptionSignal, onInterruptedExit } from './interruption.ts'

const withBuilt = async <T>(config: Config, url: string, fn: (coffer: Coffer) => Promise<T>): Promise<T> => {
  const { buildApp } = await import('../app.ts')
  const coffer = await buildApp(config, url, { pages: false })
  const abort = () => coffer.platform.beginStop()
  interruptionSignal.addEventListener('abort', abort)
  try {
    interruptionSignal.throwIfAborted()
    return await fn(coffer)
  } finally {
    interruptionSignal.removeEventListener('abort', abort)
    await coffer.close()
  }
}

/**
 * Runs `fn` on the app without pages, on the database of `config`, whose schema may be any. Stops the database afterwards, also when a
 * signal interrupts the command.
 */
export const withBuiltApp = async <T>(config: Config, fn: (coffer: Coffer) => Promise<T>): Promise<T> => {
  const opening = openDatabase(config, { info: () => {}, warn: (message) => console.error(message) })
  const stop = async () => (await opening).stop()
  const remove = onInterruptedExit(stop)
  try {
    const { url } = await opening
    try {
      interruptionSignal.throwIfAborted()
      return await withBuilt(config, url, fn)
    } finally {
      await stop()
    }
  } finally {
    remove()
  }
}
