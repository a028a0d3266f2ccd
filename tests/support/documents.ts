import { deflateRawSync } from 'node:zlib'

/** A zip archive of these parts, packed. */
export const archiveOf = (parts: Readonly<Record<string, string | Buffer>>): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const data = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    const file = Buffer.concat([local, Buffer.from(name), data])
    files.push(file)
    directory.push(entry, Buffer.from(name))
    offset += file.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, entries, end])
}

const word = (body: string) => `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`

/** A Word document of these paragraphs, each cut into two runs within a word. */
export const wordDocument = (...paragraphs: string[]): Buffer => {
  const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
  const body = paragraphs
    .map((text) => `<w:p>${run(text.slice(0, 3))}<w:proofErr/>${run(text.slice(3))}</w:p>`)
    .join('')
  const types = '<?xml version="1.0"?><Types xmlns="t"></Types>'
  return archiveOf({ '[Content_Types].xml': types, 'word/document.xml': word(body), 'word/styles.xml': word('<w:p/>') })
}
