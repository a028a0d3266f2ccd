import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { memoryOf, openPdfFile } from '../../../platform/pdf.ts'

/** Pixels of a page, four bytes each (red, green, blue, alpha), the page's size in points, and the number of pages. */
interface PageImage {
  data: Buffer
  pixels: { width: number; height: number }
  points: { width: number; height: number }
  pages: number
}

/** Limits of a page image in pixels. */
interface PageLimits {
  width: number
  height: number
}

const white = 0xffffffff
/** FPDF_ANNOT, and red before blue. */
const renderFlags = 0x01 | 0x10

/** Draws a page, form fields with their values included. */
const drawPage = (module: WrappedPdfiumModule, document: number, number: number, limits: PageLimits): PageImage => {
  const page = module.FPDF_LoadPage(document, number - 1)
  if (!page) throw new Error('no page')
  const formInfo = module.PDFiumExt_OpenFormFillInfo()
  const form = module.PDFiumExt_InitFormFillEnvironment(document, formInfo)
  const points = { width: module.FPDF_GetPageWidthF(page), height: module.FPDF_GetPageHeightF(page) }
  const scale = Math.min(limits.width / points.width, limits.height / points.height)
  if (!Number.isFinite(scale) || scale <= 0) throw new Error('a page without a size')
  const width = Math.max(1, Math.round(points.width * scale))
  const height = Math.max(1, Math.round(points.height * scale))
  const bitmap = module.FPDFBitmap_Create(width, height, 0)
  if (!bitmap) throw new Error('no memory')
  try {
    module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags)
    if (form) module.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, renderFlags)
    const start = module.FPDFBitmap_GetBuffer(bitmap)
    const data = Buffer.from(memoryOf(module).slice(start, start + width * height * 4).buffer)
    return { data, pixels: { width, height }, points, pages: module.FPDF_GetPageCount(document) }
  } finally {
    module.FPDFBitmap_Destroy(bitmap)
    if (form) module.PDFiumExt_ExitFormFillEnvironment(form)
    module.PDFiumExt_CloseFormFillInfo(formInfo)
    module.FPDF_ClosePage(page)
  }
}

/** A page of a PDF, from 1, at the largest size within the limits. Throws for an encrypted or broken document. */
export const renderPdfPage = async (path: string, number: number, limits: PageLimits): Promise<PageImage> => {
  const { module, document, close } = await openPdfFile(path)
  try {
    return drawPage(module, document, number, limits)
  } finally {
    close()
  }
}
