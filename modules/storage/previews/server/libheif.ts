import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Offset in the memory of the module. */
export type Pointer = number

/**
 * The part of libheif's C interface (`libheif/heif.h`) that is used here. Functions that can fail write to `error` first.
 */
export interface Libheif {
  /** The memory; another view when it has grown. */
  HEAPU8: Uint8Array<ArrayBuffer>
  _malloc(size: number): Pointer
  _free(address: Pointer): void
  _heif_context_alloc(): Pointer
  _heif_context_free(context: Pointer): void
  _heif_context_set_maximum_image_size_limit(context: Pointer, edge: number): void
  _heif_context_read_from_memory_without_copy(
    error: Pointer,
    context: Pointer,
    bytes: Pointer,
    size: number,
    options: Pointer,
  ): void
  _heif_context_get_primary_image_handle(error: Pointer, context: Pointer, handle: Pointer): void
  _heif_image_handle_get_width(handle: Pointer): number
  _heif_image_handle_get_height(handle: Pointer): number
  _heif_image_handle_has_alpha_channel(handle: Pointer): number
  _heif_image_handle_get_list_of_thumbnail_IDs(handle: Pointer, ids: Pointer, count: number): number
  _heif_image_handle_get_thumbnail(error: Pointer, handle: Pointer, id: number, thumbnail: Pointer): void
  _heif_image_handle_release(handle: Pointer): void
  _heif_decoding_options_alloc(): Pointer
  _heif_decoding_options_free(options: Pointer): void
  _heif_decode_image(
    error: Pointer,
    handle: Pointer,
    image: Pointer,
    colorspace: number,
    chroma: number,
    options: Pointer,
  ): void
  _heif_image_get_width(image: Pointer, channel: number): number
  _heif_image_get_height(image: Pointer, channel: number): number
  _heif_image_get_plane_readonly(image: Pointer, channel: number, stride: Pointer): Pointer
  _heif_image_release(image: Pointer): void
}

/** libheif with the HEVC decoder libde265 as WebAssembly: sharp's own build decodes AV1 only. */
export const loadLibheif = async (): Promise<Libheif> => {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm')))
  const { default: create } = await import('libheif-js/libheif-wasm/libheif.js')
  return (create as unknown as (options: object) => Libheif)({ wasmBinary })
}

/** Calls about one file. Their allocations are freed at the end, the newest first. */
export class LibheifSession {
  private readonly cleanups: (() => void)[] = []
  private readonly error: Pointer
  readonly lib: Libheif
  constructor(lib: Libheif) {
    this.lib = lib
    this.error = this.allocate(12)
  }

  onClose(cleanup: () => void): void {
    this.cleanups.unshift(cleanup)
  }

  close(): void {
    for (const cleanup of this.cleanups) cleanup()
  }

  allocate(size: number): Pointer {
    const address = this.lib._malloc(size)
    if (!address) throw new Error('no memory')
    this.onClose(() => this.lib._free(address))
    return address
  }

  integerAt(address: Pointer): number {
    return new DataView(this.lib.HEAPU8.buffer).getUint32(address, true)
  }

  /** Runs a function that reports an error as structure (code, detail, message). */
  check(run: (error: Pointer) => void): void {
    run(this.error)
    const code = this.integerAt(this.error)
    if (code !== 0) throw new Error(`libheif: error ${code}.${this.integerAt(this.error + 4)}`)
  }

  /** As `check`, for a function that writes the pointer of a new object. */
  create(run: (error: Pointer, result: Pointer) => void, release: (object: Pointer) => void): Pointer {
    const result = this.allocate(4)
    this.check((error) => run(error, result))
    const object = this.integerAt(result)
    this.onClose(() => release(object))
    return object
  }
}
