import t from 'tap'
import { object, string } from '../../../shared/contract.ts'
import { compileRowReader } from './row-reader.ts'

t.test(
  'compileRowReader: the declared fields of a row, null where they are wrong, other errors as they are',
  async (t) => {
    const read = compileRowReader(object({ name: string({ maxLength: 5 }) }))
    t.strictSame(read({ name: 'Notes', size: 3 }), { name: 'Notes' })
    for (const row of [{ name: 'Notes of the day' }, { name: 3 }, {}, null, 'Notes', []]) t.equal(read(row), null)
    const broken = Object.defineProperty({}, 'name', {
      enumerable: true,
      get: () => {
        throw new Error('broken')
      },
    })
    t.throws(() => read(broken), { message: 'broken' })
  },
)
