import t from 'tap'
import {
  changedFileRequestFields,
  type FileRequestValues,
  fileRequestValuesOf,
  toFileRequestBody,
} from './file-request-values.ts'

t.test('an edit sends only the fields that differ, so that changes made elsewhere stay', async (t) => {
  const untouched: FileRequestValues = {
    ...fileRequestValuesOf(undefined),
    end: 'keep',
    title: 'Before',
    size: '1.234567',
  }
  const changed = (part: Partial<FileRequestValues>) => changedFileRequestFields({ ...untouched, ...part }, untouched)
  t.same(changed({}), {})
  t.same(changed({ title: 'After' }), { title: 'After' })
  t.same(changed({ title: ' ' }), { title: null })
  t.same(changed({ end: '', accepted_types: ['image'] }), { expires_at: null, accepted_types: ['image'] })
  t.same(changed({ end: '7' }), { expires_in_days: 7 }, 'the server’s clock decides')
})

t.test('a file may have any size where none is typed, and at least a byte where one is', async (t) => {
  const bytesOf = (size: string) => toFileRequestBody({ ...fileRequestValuesOf(undefined), size }).max_file_size
  t.same(['', '0', '0.0000001', '4.1'].map(bytesOf), [null, null, 1, 4_100_000])
})
