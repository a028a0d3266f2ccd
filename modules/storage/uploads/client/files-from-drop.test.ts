import t from 'tap'
import { fromDrop as fromDropWith } from './files-from-drop.ts'

const fromDrop = (transfer: DataTransfer) => fromDropWith(transfer, () => import('./walk-entries.ts'))

interface Tree {
  [name: string]: Tree | 'file' | 'unreadable'
}

/** An entry as browsers give it; folders that contain `!` fail after their readable entries. */
const entryOf = (fullPath: string, content: Tree | 'file' | 'unreadable'): unknown => {
  if (typeof content === 'string')
    return {
      isFile: true,
      fullPath,
      file: (resolve: (file: File) => void, reject: () => void) =>
        content === 'file' ? resolve(new File(['x'], fullPath)) : reject(),
    }
  const children = Object.entries(content).filter(([name]) => name !== '!')
  return {
    isFile: false,
    fullPath,
    createReader: () => {
      let reads = 0
      return {
        readEntries: (resolve: (entries: unknown[]) => void, reject: () => void) => {
          reads += 1
          if (reads === 1 && children.length > 0)
            return resolve(children.map(([name, child]) => entryOf(`${fullPath}/${name}`, child)))
          return '!' in content ? reject() : resolve([])
        },
      }
    },
  }
}

t.test('drop: unreadable files and folders are reported; an unreadable folder is not created empty', async (t) => {
  const tree: Tree = {
    'a.txt': 'file',
    'locked.txt': 'unreadable',
    empty: {},
    closed: { '!': 'file' },
    half: { 'b.txt': 'file', '!': 'file' },
  }
  const items = [{ kind: 'file', webkitGetAsEntry: () => entryOf('/Trip', tree) }]
  const { files, emptyFolders, unreadable } = await fromDrop({ items } as unknown as DataTransfer)
  t.strictSame(
    files.map(({ path }) => path),
    ['Trip/a.txt', 'Trip/half/b.txt'],
  )
  t.strictSame(emptyFolders, ['Trip/empty'])
  t.strictSame(unreadable.sort(), ['Trip/closed', 'Trip/half', 'Trip/locked.txt'])
})

t.test('drop: files alone are not walked', async (t) => {
  const files = [new File(['x'], 'a.txt'), new File(['y'], 'made by a script.txt')]
  const items = [
    { kind: 'file', webkitGetAsEntry: () => entryOf('/a.txt', 'file') },
    { kind: 'file', webkitGetAsEntry: () => null },
  ]
  const selection = await fromDrop({ items, files } as unknown as DataTransfer)
  t.same(
    selection.files.map(({ path }) => path),
    ['a.txt', 'made by a script.txt'],
  )
})

const dropOf = (...entries: unknown[]) =>
  fromDrop({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer)

t.test('drop: code that cannot be loaded is distinguished from a folder that cannot be read', async (t) => {
  const items = [{ kind: 'file', webkitGetAsEntry: () => entryOf('/Trip', {}) }]
  const load = () => Promise.reject(new Error('Failed to fetch dynamically imported module'))
  t.match(await fromDropWith({ items } as unknown as DataTransfer, load), { unreadable: [], notLoaded: true })
})

t.test('drop: a folder with more entries than a call may have arguments', async (t) => {
  const count = 150_000
  const tree = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, 'unreadable' as const]))
  // Reading a file costs a browser more than its row does: these entries give no files.
  const { files, emptyFolders, unreadable } = await dropOf(entryOf('/Scans', { ...tree, last: 'file' }))
  t.same([files.length, emptyFolders.length, unreadable.length], [1, 0, count])
})

t.test('drop: a folder that cannot be walked is reported', async (t) => {
  const closed = {
    isFile: false,
    fullPath: '/Closed',
    createReader: () => {
      throw new Error('no')
    },
  }
  t.same(await dropOf(entryOf('/a.txt', 'file'), closed), {
    files: [],
    emptyFolders: [],
    unreadable: ['a.txt', 'Closed'],
  })
})
