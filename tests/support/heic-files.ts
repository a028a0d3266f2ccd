import { readFileSync } from 'node:fs'

/**
 * A picture of 512 × 512 pixels by libheif and x265: red and green above blue and yellow. Its compressed bytes are the tiles
 * of the files below, which have the structure of photos by a phone.
 */
export const heicTile: Buffer = readFileSync(new URL('./fixtures/tile.heic', import.meta.url))
const tileEdge = 512
/** Id of the first tile. */
const firstTile = 10

const number = (value: number, bytes: number): Buffer => {
  const out = Buffer.alloc(bytes)
  out.writeUIntBE(value, 0, bytes)
  return out
}
const u8 = (value: number) => number(value, 1)
const u16 = (value: number) => number(value, 2)
const u32 = (value: number) => number(value, 4)
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
/** A box with a version and flags. */
const fullBox = (type: string, version: number, ...parts: Buffer[]) => box(type, u32(version << 24), ...parts)

/** Content of a box of the tile. */
const contentOf = (type: string): Buffer => {
  const at = heicTile.indexOf(type, 'latin1')
  return heicTile.subarray(at + 4, at - 4 + heicTile.readUInt32BE(at - 4))
}

export interface HeicOptions {
  columns?: number
  rows?: number
  /** Claimed sizes in pixels; default: the tiles' own. */
  width?: number
  height?: number
  /** Quarter turns to the left. */
  turns?: number
  /** EXIF block from its byte order on. */
  exif?: Buffer
  icc?: Buffer
  /** The picture's bytes are missing, but a thumbnail of one tile is complete. */
  thumbnailOnly?: boolean
}

interface Item {
  id: number
  type: string
  /** In the box `idat`, else in `mdat`. */
  isInner?: boolean
  offset: number
  length: number
  /** Numbers of properties, from 1. */
  properties: number[]
}

/** A HEIC: a grid of tiles, as in the photos of a phone. */
export const heicFile = ({
  columns = 2,
  rows = 2,
  width = columns * tileEdge,
  height = rows * tileEdge,
  turns = 0,
  exif,
  icc,
  thumbnailOnly = false,
}: HeicOptions = {}): Buffer => {
  const picture = contentOf('mdat')
  const exifItem = exif ? Buffer.concat([u32(0), exif]) : Buffer.alloc(0)
  const grid = Buffer.concat([u8(0), u8(1), u8(rows - 1), u8(columns - 1), u32(width), u32(height)])
  const size = (w: number, h: number) => fullBox('ispe', 0, u32(w), u32(h))
  const properties = [
    box('hvcC', contentOf('hvcC')),
    size(tileEdge, tileEdge),
    size(width, height),
    box('irot', u8(turns)),
    ...(icc ? [box('colr', Buffer.from('prof'), icc)] : []),
  ]
  const ofPicture = [4, ...(icc ? [5] : [])]
  const tiles = Array.from(
    { length: columns * rows },
    (_, at): Item => ({
      id: firstTile + at,
      type: 'hvc1',
      offset: 0,
      length: thumbnailOnly ? 0 : picture.length,
      properties: [1, 2],
    }),
  )
  const items: Item[] = [
    { id: 1, type: 'grid', isInner: true, offset: 0, length: grid.length, properties: [3, ...ofPicture] },
    ...(exif ? [{ id: 2, type: 'Exif', offset: picture.length, length: exifItem.length, properties: [] }] : []),
    ...(thumbnailOnly
      ? [{ id: 3, type: 'hvc1', offset: 0, length: picture.length, properties: [1, 2, ...ofPicture] }]
      : []),
    ...tiles,
  ]
  const reference = (type: string, from: number, to: number[]) => box(type, u16(from), u16(to.length), ...to.map(u16))
  const references = [
    reference(
      'dimg',
      1,
      tiles.map(({ id }) => id),
    ),
    ...(exif ? [reference('cdsc', 2, [1])] : []),
    ...(thumbnailOnly ? [reference('thmb', 3, [1])] : []),
  ]
  // Tiles are hidden (flag 1).
  const entry = ({ id, type }: Item) =>
    box('infe', u32((2 << 24) | (id >= firstTile ? 1 : 0)), u16(id), u16(0), Buffer.from(type, 'latin1'), u8(0))
  const association = ({ id, properties: numbers }: Item) =>
    Buffer.concat([u16(id), u8(numbers.length), ...numbers.map((property) => u8(0x80 | property))])
  const location = (dataAt: number) => (item: Item) =>
    Buffer.concat([
      u16(item.id),
      u16(item.isInner ? 1 : 0),
      u16(0),
      u16(1),
      u32(item.offset + (item.isInner ? 0 : dataAt)),
      u32(item.length),
    ])
  const withProperties = items.filter((item) => item.properties.length > 0)
  const meta = (dataAt: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(1)),
      fullBox('iloc', 1, u8(0x44), u8(0), u16(items.length), ...items.map(location(dataAt))),
      fullBox('iinf', 0, u16(items.length), ...items.map(entry)),
      fullBox('iref', 0, ...references),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox('ipma', 0, u32(withProperties.length), ...withProperties.map(association)),
      ),
      box('idat', grid),
    )
  const head = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  const dataAt = head.length + meta(0).length + 8
  return Buffer.concat([head, meta(dataAt), box('mdat', picture, exifItem)])
}
