import { isDiskFull } from './disk-errors.ts'
import type { ProcessResult } from './isolated-process.ts'

/** In a process that `IsolatedProcess` started: answers each request by `make`, until the server ends. */
export const serveProcess = <Request, Done extends object>(
  make: (request: Request, onProgress: (fraction: number) => void) => Promise<Done>,
): void => {
  const reply = (message: ProcessResult<Done>) => process.send?.(message)
  const onProgress = (fraction: number) => reply({ kind: 'progress', fraction })
  process.on('message', (request: Request) => {
    make(request, onProgress).then(
      (done) => reply({ kind: 'done', ...done }),
      (error: Error) => reply(isDiskFull(error) ? { kind: 'full' } : { kind: 'failed', reason: error.message }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  reply({ kind: 'ready' })
}
