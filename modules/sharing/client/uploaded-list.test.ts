import t from 'tap'
import type { Item } from '../../storage/contract.ts'
import { appendPage, mergePage, type UploadedList } from './uploaded-list.ts'

const sent = (names: string, cursor: string | null = null): UploadedList => ({
  items: names.split('').map((id) => ({ id }) as Item),
  cursor,
})
const summary = ({ items, cursor }: UploadedList) => [items.map(({ id }) => id).join(''), cursor]

t.test('merge page: later rows stay', async (t) => {
  t.same(summary(mergePage(sent('abcdef', '3'), new Set('abcdef'), sent('xab', '2'))), ['xabcdef', '3'])
  t.same(summary(mergePage(sent('abc'), new Set('abc'), sent('xyab', '2'))), ['xyabc', null], 'all of it is known')
})

t.test('merge page: keeps changes made while the page was loading', async (t) => {
  t.same(summary(mergePage(sent('nab'), new Set('ab'), sent('ab'))), ['nab', null], 'one that was uploaded')
  t.same(summary(mergePage(sent('a'), new Set('ab'), sent('ab'))), ['a', null], 'one that was undone')
})

t.test('merge page: deleted items disappear; a page without common items starts over', async (t) => {
  t.same(summary(mergePage(sent('abc'), new Set('abc'), sent('ac'))), ['ac', null])
  t.same(summary(mergePage(sent('abc', '2'), new Set('abc'), sent('xyz', '2'))), ['xyz', '2'])
  const further = mergePage(sent('abcdef', '3'), new Set('abcdef'), sent('acd', '2'))
  t.same(summary(further), ['acdef', '3'], 'one was deleted above the page’s end')
  const beyond = mergePage(sent('abc', '2'), new Set('abc'), sent('acd', '2'))
  t.same(summary(beyond), ['acd', '2'], 'the page ends beyond the loaded rows')
  t.same(summary(mergePage(sent(''), new Set(), sent('xyz', '2'))), ['xyz', '2'])
})

t.test('append page: adds no duplicates', async (t) => {
  t.same(summary(appendPage(sent('abc', '2'), sent('cde', '3'))), ['abcde', '3'])
})
