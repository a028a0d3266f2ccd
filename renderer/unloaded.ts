import { dangerouslySkipEscape, escapeInject } from 'vike/server'
import type { Translate } from '../modules/web/ui.ts'

/** A script that the document names, or one that it imports, did not come: then nobody else is there to say so. */
const tell = `addEventListener('error',e=>{if(e.target.nodeName==='SCRIPT')document.getElementById('unloaded').hidden=false},true)`

/** Stands hidden in each document, and says that the page cannot be worked with when its script or its texts did not come. */
export const unloaded = (t: Translate, nonce: string) =>
  escapeInject`<div id="unloaded" role="alert" hidden class="fixed inset-x-4 bottom-4 z-70 mx-auto max-w-90 rounded-md bg-raised px-4 py-3 text-14 text-text shadow-dialog">${t('web:kit.scriptLoadError')} <a href="" class="link">${t('web:kit.reload')}</a></div><script nonce="${nonce}">${dangerouslySkipEscape(tell)}</script>`
