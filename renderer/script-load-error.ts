import { escapeHtml } from '../modules/shared/contract.ts'
import type { Translate } from '../modules/web/ui.ts'
import { recordEarlyClick } from './early-click.ts'

/**
 * Inline, as a script or one of its imports failed to load and no other code may be running. The first page is imported by
 * the entry script: where one of its files is missing, browsers report a rejected import and no script. Parts that load
 * after the hydration report their own failures.
 */
const showOnError = `for(const n of['error','unhandledrejection'])addEventListener(n,e=>{if(e.target.nodeName==='SCRIPT'||/module/.test(e.reason)&&!document.documentElement.dataset.hydrated)document.getElementById('script-load-error').hidden=false},true)`

/** Hidden in each document; shown when the page’s scripts or texts failed to load. The script records early clicks too. */
export const scriptLoadError = (t: Translate, nonce: string): string =>
  `<div id="script-load-error" role="alert" hidden class="fixed inset-x-4 bottom-4 z-70 mx-auto max-w-90 rounded-md bg-raised px-4 py-3 text-14 text-text shadow-dialog">${escapeHtml(t('web:kit.scriptLoadError'))} <a href="" class="link">${escapeHtml(t('web:kit.reload'))}</a></div><script nonce="${nonce}">${showOnError};${recordEarlyClick}</script>`
