import { renderToStaticMarkup } from 'react-dom/server'
import type { Translate } from '../modules/web/ui.ts'

/** A script that the document names, or one that it imports, did not come: then nobody else is there to say so. */
const tell = `addEventListener('error',e=>{if(e.target.nodeName==='SCRIPT')document.getElementById('unloaded').hidden=false},true)`

/** Stands hidden in each document, and says that the page cannot be worked with when its script could not be fetched. */
export const unloaded = (t: Translate, nonce: string | null): string =>
  renderToStaticMarkup(
    <>
      <div
        id="unloaded"
        role="alert"
        hidden
        className="fixed inset-x-4 bottom-4 z-70 mx-auto max-w-90 rounded-md bg-raised px-4 py-3 text-14 text-text shadow-popup"
      >
        {t('web:kit.unloaded')} {/* biome-ignore lint/a11y/useValidAnchor: empty is the address of this very page */}
        <a href="" className="link">
          {t('web:kit.reload')}
        </a>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
      <script nonce={nonce ?? undefined} dangerouslySetInnerHTML={{ __html: tell }} />
    </>,
  )
