import { dangerouslySkipEscape } from 'vike/server'
import type { InjectFilterEntry, PageContextServer } from 'vike/types'
import '../modules/web/styles/app.css'
import { renderDocument } from './+renderDocument.tsx'
import { documentMarks } from './document-marks.ts'

/** Preloads only the font for Western European text; the others load when a page contains their characters. */
const injectFilter = (assets: InjectFilterEntry[]) => {
  for (const asset of assets) if (asset.assetType === 'font' && !asset.src.includes('inter-text')) asset.inject = false
}

/**
 * Puts the parts of the document into the page context, and returns a document with marks in place of the page's markup and
 * of its files' tags: Vike parses the document several times to add its tags, and a list's markup is a hundred times as long
 * as the rest. `server/page-template.ts` puts the parts together.
 */
export const onRenderHtml = (pageContext: PageContextServer) => {
  const documentParts = renderDocument(pageContext)
  const { open, head, end } = documentParts
  const messages = `/translations/${pageContext.locale}?v=${pageContext.settings.messagesVersion}`
  const documentHtml = dangerouslySkipEscape(`${open}
    <link rel="preload" href="${messages}" as="fetch" crossorigin="anonymous" />
    ${documentMarks.headTags}${head}${documentMarks.markup}${end}${documentMarks.bodyTags}</body>
</html>`)
  return { documentHtml, pageContext: { documentParts }, injectFilter }
}
