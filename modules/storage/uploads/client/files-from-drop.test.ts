import t from 'tap'
import { fromDrop } from './files-from-drop.ts'

interface Tree {
  [name: string]: Tree | 'file' | 'unreadable'
}

/** An entry as browsers give it; folders fail after what can be read of them when they contain `!`. */
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

t.test('drop: what cannot be read is told, and an unreadable folder is not taken for an empty one', async (t) => {
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
