import { memoryOf, openPdfFile } from '../../../../platform/pdf.ts'
import type { Words } from './words.ts'

const maxPages = 5_000
/** Limit of a page: more is no text that somebody reads. */
const maxPageCharacters = 200_000

/** Adds the words of a PDF, page by page. Throws for an encrypted or broken document. */
export const addPdfWords = async (path: string, words: Words, isDone: () => boolean): Promise<void> => {
  const { module, document, close } = await openPdfFile(path)
  const textOf = (page: number): string => {
    const text = module.FPDFText_LoadPage(page)
    if (!text) return ''
    const length = Math.min(module.FPDFText_CountChars(text), maxPageCharacters)
    // In UTF-16, with a zero at the end.
    const buffer = length > 0 ? module.pdfium.wasmExports.malloc((length + 1) * 2) : 0
    try {
      const written = buffer ? module.FPDFText_GetText(text, 0, length, buffer) : 0
      const bytes = memoryOf(module).slice(buffer, buffer + Math.max(0, written - 1) * 2)
      return Buffer.from(bytes.buffer).toString('utf16le')
    } finally {
      if (buffer) module.pdfium.wasmExports.free(buffer)
      module.FPDFText_ClosePage(text)
    }
  }
  try {
    const pages = Math.min(module.FPDF_GetPageCount(document), maxPages)
    for (let index = 0; index < pages && !isDone(); index++) {
      const page = module.FPDF_LoadPage(document, index)
      if (!page) continue
      words.add(textOf(page))
      words.add('\n')
      module.FPDF_ClosePage(page)
    }
  } finally {
    close()
  }
}
