import t from 'tap'
import { platformErrors } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { ifAccepted } from './importers.ts'

t.test(
  'ifAccepted: null for a row that is rejected; errors after which an import is tried again pass on',
  async (t) => {
    const failing = (error: Error) => ifAccepted(() => Promise.reject(error))
    t.equal(await ifAccepted(async () => 'done'), 'done')
    t.equal(await failing(storageErrors.fail('item-not-found')), null)
    for (const error of [
      platformErrors.fail('too-many-attempts'),
      platformErrors.fail('unavailable'),
      new TypeError('a mistake'),
    ])
      await t.rejects(failing(error), error)
  },
)
