import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** A video of ten seconds: VP8, 160 × 90, five clusters with cues. */
export const tinyVideo = (): Buffer => readFileSync(new URL('./fixtures/clip.webm', import.meta.url))

/** A tone as WAV, 8 kHz mono. */
export const tinyAudio = (seconds = 3): Buffer => {
  const rate = 8_000
  const samples = Buffer.from(
    Uint8Array.from({ length: rate * seconds }, (_, n) => 128 + Math.round(60 * Math.sin((n / rate) * 880 * Math.PI))),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** A PDF of these objects, numbered from 1; the first is its catalog. `trailer`: further entries. */
export const pdfOf = (objects: readonly string[], trailer = ''): Buffer => {
  let out = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = out.length
    out += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = out.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}

/** A stream object. */
export const pdfStream = (dictionary: string, content: string): string =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A PDF of one line of Helvetica per page; the font is not embedded. */
export const tinyPdf = (lines: readonly string[]): Buffer => {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>']
  const pageIds = lines.map((_, index) => 4 + index * 2)
  objects.push(`<< /Type /Pages /Count ${lines.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  lines.forEach((line, index) => {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      pdfStream('', `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`),
    )
  })
  return pdfOf(objects)
}

/** A photo with EXIF data; each `hue` gives another one. */
export const tinyPhoto = (hue: number, width = 900, height = 600): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 70% 72%)"/><stop offset="1" stop-color="hsl(${hue + 60} 60% 32%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="70%" cy="35%" r="${height / 8}" fill="hsl(${hue + 30} 90% 85%)"/>
    <path d="M0 ${height} L${width * 0.3} ${height * 0.5} L${width * 0.55} ${height * 0.85} L${width * 0.75} ${height * 0.6} L${width} ${height} Z" fill="hsl(${hue + 40} 45% 22%)"/></svg>`
  return sharp(Buffer.from(svg))
    .withExif({
      IFD0: { Make: 'Leica', Model: 'Q2' },
      IFD2: {
        DateTimeOriginal: '2026:05:04 13:02:01',
        ExposureTime: '1/250',
        FNumber: '28/10',
        FocalLength: '28/1',
        ISOSpeedRatings: '200',
      },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 15/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}
