import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { MemoryBudget } from '../../../platform/index.ts'
import { HeaderPages } from './header-pages.ts'

t.test('header pages: layouts that find the shared memory used up keep their pages in a file', async (t) => {
  const memory = new MemoryBudget(3_000)
  const layouts = [1, 2].map((n) => {
    const pages = new HeaderPages(testFolder(t), memory)
    for (let page = 0; page < 2; page++) pages.add(Buffer.alloc(1_000, n * 10 + page))
    return pages
  })
  t.notOk(memory.tryAcquire(1), 'three of the four pages are in memory')
  t.ok(layouts[1]?.get(1) instanceof Promise)
  for (const [index, pages] of layouts.entries())
    for (let page = 0; page < 2; page++)
      t.strictSame(await pages.get(page), Buffer.alloc(1_000, (index + 1) * 10 + page))
  for (const pages of layouts) {
    pages.close()
    pages.close()
  }
  t.ok(memory.tryAcquire(3_000), 'closing releases the memory once')
  t.notOk(memory.tryAcquire(1))
})
