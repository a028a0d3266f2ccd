import t from 'tap'
import type { Operation } from '../../storage/contract.ts'
import { followOperation } from './follow-operation.ts'

const operation = (state: string) => ({ id: 'a', attributes: { state } }) as Operation

const callError = (status: number, retryAfter: number | null = null) =>
  Object.assign(new Error(String(status)), { status, retryAfter })

/** Follows a running operation whose reads answer with these states and errors. Resolves with the waits in ms. */
const follow = async (answers: (string | Error)[]): Promise<number[]> => {
  const waits: number[] = []
  const read = async () => {
    const answer = answers.shift() as string | Error
    if (answer instanceof Error) throw answer
    return operation(answer)
  }
  await followOperation(operation('running'), read, async (ms) => void waits.push(ms))
  t.strictSame(answers, [], 'all were read')
  return waits
}

t.test('waits longer each time, and as long as the server asks', async (t) => {
  const waits = await follow([callError(429, 20), callError(0), callError(502), 'running', 'done'])
  t.strictSame(waits, [700, 20_000, 1_575, 2_362.5, 3_543.75])
})

t.test('an operation that cannot be read any more goes on', async () => {
  await follow([callError(404)])
})

t.test('rejects when it has failed', async (t) => {
  await t.rejects(follow(['running', 'failed']), /failed/)
  await t.rejects(
    followOperation(operation('failed'), async () => operation('failed')),
    /failed/,
  )
})
