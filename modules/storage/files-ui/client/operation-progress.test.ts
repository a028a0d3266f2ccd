import t from 'tap'
import type { Operation } from '../../operations/contract.ts'
import { createProgress } from './operation-progress.ts'
import { createOperations, needsDialog } from './operations.store.ts'

const operation = (id: string, state: Operation['attributes']['state'], error: string | null = null): Operation => ({
  id,
  type: 'operation',
  attributes: {
    kind: 'move',
    state,
    done: 0,
    total: 1,
    to_id: null,
    error,
    cancellable: true,
    undoable: true,
    result: null,
    left_out: [],
    imported: null,
    created_at: '2026-01-01T00:00:00.000Z',
  },
})

/** A server whose answers the test gives. */
const setUp = () => {
  const answers: PromiseWithResolvers<Operation[]>[] = []
  const dismissed: string[] = []
  const ended: (Operation | null)[] = []
  const api = {
    operations: () => {
      const answer = Promise.withResolvers<Operation[]>()
      answers.push(answer)
      return answer.promise
    },
    stop: async (id: string) => {
      dismissed.push(id)
      return operation(id, 'failed')
    },
  }
  const operations = createOperations(api)
  const { poll } = createProgress({ api, operations, onEnded: (one) => ended.push(one) })
  const ids = () => operations.state.list.map(({ id }) => id)
  return { answers, dismissed, ended, operations, poll, ids }
}

t.test('progress: an operation that begins while a poll is on its way stays', async (t) => {
  const { answers, ended, operations, poll, ids } = setUp()
  operations.watch(operation('a', 'running'))
  const polling = poll()
  operations.watch(operation('b', 'running'))
  t.equal(poll(), polling, 'one poll at a time')
  answers[0]?.resolve([operation('a', 'running')])
  await polling
  t.strictSame(ids(), ['a', 'b'])
  t.strictSame(ended, [])
  const next = poll()
  answers[1]?.resolve([operation('b', 'done')])
  await next
  t.strictSame(ids(), [])
  t.strictSame(ended, [null, operation('b', 'done')], 'a has ended longer ago')
})

t.test('progress: what failed unseen is reported once', async (t) => {
  const { answers, dismissed, ended, operations, poll, ids } = setUp()
  const failed = operation('a', 'failed', 'parent-not-found')
  const restoring = operations.restore()
  answers[0]?.resolve([failed, operation('b', 'done'), operation('c', 'running')])
  await restoring
  t.strictSame(ids(), ['a', 'c'])
  const polling = poll()
  answers[1]?.resolve([failed, operation('c', 'running')])
  await polling
  t.strictSame(ended, [failed])
  t.strictSame(dismissed, ['a'])
  t.strictSame(ids(), ['c'])
})

t.test('progress: the result of an import is told once, whenever it ended', async (t) => {
  const { answers, dismissed, ended, operations, poll, ids } = setUp()
  const done = operation('a', 'done')
  const imported: Operation = { ...done, attributes: { ...done.attributes, kind: 'import' } }
  const restoring = operations.restore()
  answers[0]?.resolve([imported])
  await restoring
  t.strictSame(ids(), ['a'])
  const polling = poll()
  answers[1]?.resolve([imported])
  await polling
  t.strictSame([ended, dismissed, ids()], [[imported], ['a'], []])
})

t.test('progress: an import that left out something is dismissed by its dialog alone', async (t) => {
  const { answers, dismissed, ended, operations, poll } = setUp()
  const of = (state: 'done' | 'cancelled'): Operation => {
    const { attributes, ...rest } = operation('a', state)
    return {
      ...rest,
      attributes: { ...attributes, kind: 'import', left_out: [{ reason: 'comment', count: 1, names: [] }] },
    }
  }
  operations.watch(of('done'))
  const polling = poll()
  answers[0]?.resolve([of('done')])
  await polling
  t.strictSame([ended, dismissed], [[of('done')], []])
  t.same([needsDialog(of('done')), needsDialog(of('cancelled'))], [true, false])
})
