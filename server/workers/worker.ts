import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, loadConfig } from '../../modules/platform/index.ts'
import type { Coffer } from '../app.ts'
import { collectWhenIdle } from '../idle-collection.ts'
import { listen, openApp, readyUrl } from '../open-app.ts'
import { restartDelayMs } from '../process-limits.ts'
import { messageOf, startProblemText } from '../start-problem-text.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const setupCheckMs = 1_000

const send = (message: FromWorker): void => {
  // The primary process may have ended; `disconnect` ends this one then.
  process.send?.(message, () => undefined)
}

/** Tells when the setup is finished: from then on all app processes serve. */
const tellSetup = async ({ platform }: Coffer): Promise<void> => {
  while (!(await platform.installation.done().catch(() => false))) await sleep(setupCheckMs, undefined, { ref: false })
  send({ type: 'set-up' })
}

/** Serves as one of several app processes; the primary process says when to start and to end. */
export const runWorker = async (): Promise<void> => {
  let coffer: Coffer | null = null
  let prepare: (() => Promise<void>) | null = null
  let listening = () => {}
  const serve = async (config: Config, { number, databaseUrl }: ToWorker & { type: 'serve' }): Promise<void> => {
    const restart = (next?: () => Promise<void>) => {
      prepare = next ?? null
      setTimeout(() => send({ type: 'restart' }), restartDelayMs)
    }
    coffer = await openApp(config, databaseUrl, { restart, runsJobs: number === 1 })
    const mayListen = new Promise<void>((resolve) => {
      listening = resolve
    })
    send({ type: 'opened' })
    await mayListen
    await listen(config, coffer)
    const isSetUp = await coffer.platform.installation.done()
    send({ type: 'ready', url: await readyUrl(config, coffer), isSetUp })
    if (!isSetUp) void tellSetup(coffer)
    collectWhenIdle()
  }
  const close = async (drainTimeoutMs: number): Promise<void> => {
    await coffer?.close(drainTimeoutMs)
    if (!prepare) process.exit(0)
    send({ type: 'closed' })
  }
  const end = async (): Promise<void> => {
    await prepare?.().catch((error: unknown) => {
      console.error(
        'the new settings are not stored, so the server starts again with the former ones:',
        startProblemText(error) ?? messageOf(error),
      )
    })
    process.exit(0)
  }
  const fail = (error: unknown): never => {
    console.error(startProblemText(error) ?? error)
    process.exit(1)
  }
  process.on('message', (message: ToWorker) => {
    if (message.type === 'serve') serve({ ...loadConfig(), port: message.port }, message).catch(fail)
    else if (message.type === 'listen') listening()
    else if (message.type === 'close') close(message.drainTimeoutMs).catch(fail)
    else if (message.type === 'prepare') void end()
  })
  // Ctrl-C and systemd reach all processes of the group; the primary process tells this one to end in its turn.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(1))
  process.on('unhandledRejection', (error) => {
    if (coffer) coffer.app.log.error({ err: error }, 'a rejected promise was not handled')
    else console.error(error)
  })
}
