import t from 'tap'
import type { Item } from '../../storage/contract.ts'
import { appendPage, mergePage, type UploadedList } from './uploaded-list.ts'

const sent = (names: string, cursor: string | null = null): UploadedList => ({
  items: names.split('').map((id) => ({ id }) as Item),
  cursor,
})
const told = ({ items, cursor }: UploadedList) => [items.map(({ id }) => id).join(''), cursor]

t.test('the first page anew leaves the further ones where they are', async (t) => {
  t.same(told(mergePage(sent('abcdef', '3'), new Set('abcdef'), sent('xab', '2'))), ['xabcdef', '3'])
  t.same(told(mergePage(sent('abc'), new Set('abc'), sent('xyab', '2'))), ['xyabc', null], 'all of it is known')
})

t.test('what came or went while the page was under way is right afterwards', async (t) => {
  t.same(told(mergePage(sent('nab'), new Set('ab'), sent('ab'))), ['nab', null], 'one that was uploaded')
  t.same(told(mergePage(sent('a'), new Set('ab'), sent('ab'))), ['a', null], 'one that was taken back')
})

t.test('what the server has no more is gone; a page with nothing in common begins anew', async (t) => {
  t.same(told(mergePage(sent('abc'), new Set('abc'), sent('ac'))), ['ac', null])
  t.same(told(mergePage(sent('abc', '2'), new Set('abc'), sent('xyz', '2'))), ['xyz', '2'])
  t.same(told(mergePage(sent(''), new Set(), sent('xyz', '2'))), ['xyz', '2'])
})

t.test('a further page brings nothing twice', async (t) => {
  t.same(told(appendPage(sent('abc', '2'), sent('cde', '3'))), ['abcde', '3'])
})
