import { renderToString } from 'react-dom/server'
import { dangerouslySkipEscape, escapeInject } from 'vike/server'

export const onRenderHtml = ({ Page }: { Page: () => null }) =>
  escapeInject`<!DOCTYPE html><html><head><title>Empty</title></head><body><div id="root">${dangerouslySkipEscape(renderToString(<Page />))}</div></body></html>`
