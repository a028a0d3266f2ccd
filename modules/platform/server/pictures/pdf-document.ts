import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

interface PdfDocument {
  module: WrappedPdfiumModule
  /** Handle of the document in the module. */
  document: number
  close(): void
}

let starting: Promise<WrappedPdfiumModule> | null = null

/** PDFium as WebAssembly, built without a JavaScript engine. */
const startPdfium = async (): Promise<WrappedPdfiumModule> => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const module = await init({ wasmBinary: wasm.buffer as ArrayBuffer })
  module.PDFiumExt_Init()
  return module
}

/** The module's memory; another view when it has grown. Missing in the package's types. */
export const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array<ArrayBuffer> =>
  (pdfium as unknown as { HEAPU8: Uint8Array<ArrayBuffer> }).HEAPU8

/** Opens a document that is read by ranges, so that a large one needs no more memory than a small one. */
const loadDocument = (module: WrappedPdfiumModule, file: number) => {
  const { pdfium } = module
  const readBlock = (_param: number, position: number, target: number, size: number): number => {
    const view = new Uint8Array(memoryOf(module).buffer, target, size)
    return readSync(file, view, 0, size, position >>> 0) === size ? 1 : 0
  }
  const callback = pdfium.addFunction(readBlock, 'iiiii')
  const access = pdfium.wasmExports.malloc(12)
  pdfium.setValue(access, fstatSync(file).size, 'i32')
  pdfium.setValue(access + 4, callback, 'i32')
  pdfium.setValue(access + 8, 0, 'i32')
  const document = module.FPDF_LoadCustomDocument(access, '')
  return {
    document,
    close: () => {
      if (document) module.FPDF_CloseDocument(document)
      pdfium.wasmExports.free(access)
      pdfium.removeFunction(callback)
    },
  }
}

/** Opens a PDF, in a process that is isolated from the server. Throws for an encrypted or broken document. */
export const openPdfFile = async (path: string): Promise<PdfDocument> => {
  starting ??= startPdfium()
  const module = await starting
  const file = openSync(path, 'r')
  const { document, close } = loadDocument(module, file)
  const closeAll = () => {
    close()
    closeSync(file)
  }
  if (document) return { module, document, close: closeAll }
  closeAll()
  throw new Error('cannot be opened')
}
