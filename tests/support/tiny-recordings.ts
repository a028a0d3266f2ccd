/** Recordings with a cover and (almost) no sound, in the four formats that have covers. */

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).reverse()
const sized = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body])
}

/** MP3 with an ID3v2.3 tag. */
export const mp3With = (cover: Buffer, claimed = cover.length): Buffer => {
  const body = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), cover])
  const frame = Buffer.concat([Buffer.from('APIC'), u32(body.length - cover.length + claimed), Buffer.alloc(2), body])
  const size = frame.length - cover.length + claimed
  const length = Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))
  // One frame of MPEG-1 layer III, 128 kbit/s at 44.1 kHz.
  const sound = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), length, frame, sound, sound])
}

/** The PICTURE block of FLAC, which Ogg has as a comment. */
const pictureBlock = (cover: Buffer) =>
  Buffer.concat([u32(3), u32(10), Buffer.from('image/jpeg'), u32(0), Buffer.alloc(16), u32(cover.length), cover])

export const flacWith = (cover: Buffer): Buffer => {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4_096, 0)
  info.writeUInt16BE(4_096, 2)
  info.writeUInt32BE(0x0ac442f0, 10)
  const picture = pictureBlock(cover)
  const head = (type: number, length: number) => u32(((type << 24) | length) >>> 0)
  return Buffer.concat([Buffer.from('fLaC'), head(0, 34), info, head(0x86, picture.length), picture, Buffer.alloc(16)])
}

export const m4aWith = (cover: Buffer): Buffer => {
  const data = sized('data', u32(13), u32(0), cover)
  const hdlr = sized('hdlr', u32(0), u32(0), Buffer.from('mdirappl'), Buffer.alloc(9))
  const meta = sized('meta', u32(0), hdlr, sized('ilst', sized('covr', data)))
  const moov = sized('moov', sized('mvhd', Buffer.alloc(100)), sized('udta', meta))
  return Buffer.concat([sized('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42')), moov, sized('mdat', Buffer.alloc(16))])
}

/** Ogg Vorbis whose comment holds the cover. */
export const oggWith = (cover: Buffer): Buffer => {
  const little = (value: number) => u32(value).reverse()
  const comment = Buffer.from(`METADATA_BLOCK_PICTURE=${pictureBlock(cover).toString('base64')}`)
  const ident = Buffer.concat([
    Buffer.from('\x01vorbis\0\0\0\0\x01', 'latin1'),
    ...[44_100, 0, 80_000, 0].map(little),
    Buffer.from([0xb8, 1]),
  ])
  const tags = Buffer.concat([
    Buffer.from('\x03vorbis', 'latin1'),
    little(0),
    little(1),
    little(comment.length),
    comment,
    Buffer.from([1]),
  ])
  const page = (flags: number, sequence: number, packet: Buffer) => {
    const segments = Buffer.alloc(Math.floor(packet.length / 255) + 1, 255)
    segments[segments.length - 1] = packet.length % 255
    const head = Buffer.concat([Buffer.from([0x4f, 0x67, 0x67, 0x53, 0, flags]), Buffer.alloc(8), little(7)])
    return Buffer.concat([head, little(sequence), little(0), Buffer.from([segments.length]), segments, packet])
  }
  return Buffer.concat([page(2, 0, ident), page(0, 1, tags), page(4, 2, Buffer.alloc(10))])
}
