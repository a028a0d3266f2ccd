import { once } from 'node:events'
import { Readable } from 'node:stream'
import t from 'tap'
import { type ExportedItem, exportArchive } from './export-archive.ts'

const endless = () => new Readable({ read: () => undefined, construct: (done) => done() })

const textOf = ({ code }: { code: string }) => code

t.test('a reader that goes away closes the open file and the list of files', async (t) => {
  const sources: Readable[] = []
  let ended = 0
  async function* items(): AsyncGenerator<ExportedItem> {
    try {
      const open = async () => {
        const source = endless()
        sources.push(source)
        source.push(Buffer.alloc(200_000))
        return { stream: source, missing: () => null }
      }
      for (const path of ['first', 'second']) yield { path, modifiedAt: new Date(), details: {}, open }
    } finally {
      ended += 1
    }
  }
  const archive = await exportArchive({ files: [], items, textOf })
  await new Promise<void>((resolve) => {
    archive.on('data', () => {
      if (sources.length > 0) resolve()
    })
  })
  const [source] = sources
  const closed = once(source as Readable, 'close')
  archive.destroy()
  await closed
  t.equal(sources.length, 1, 'the next file is not opened')
  // The list is read once for items.json and once for the files.
  t.equal(ended, 2)
})

t.test('a file that cannot be read breaks the archive', async (t) => {
  async function* items(): AsyncGenerator<ExportedItem> {
    const open = async () => ({
      stream: new Readable({ read: (): void => void 0, construct: (done) => done(new Error('gone')) }),
      missing: () => null,
    })
    yield { path: 'first', modifiedAt: new Date(), details: {}, open }
  }
  const archive = await exportArchive({ files: [], items, textOf })
  archive.resume()
  const [error] = (await once(archive, 'error')) as [Error]
  t.equal(error.message, 'gone')
})
