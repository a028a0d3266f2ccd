import './gallery.css'
import { createInstance } from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import web from '../../locales/en/web.json' with { type: 'json' }
import {
  addFileIcons,
  brandCss,
  createFeedback,
  fileIconSprite,
  KitProvider,
  TextsContext,
} from '../../modules/web/ui.ts'
import { Gallery } from './Gallery.tsx'

type Texts = { [key: string]: string | Texts }

/** Flattens texts to keys, as the product's loader does. */
const flat = (texts: Texts, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text]] : Object.entries(flat(text, `${prefix}${key}.`)),
    ),
  )

/** `?theme=dark&brand=ffe600&dir=rtl` */
const query = new URLSearchParams(location.search)
const direction = query.get('dir') === 'rtl' ? 'rtl' : 'ltr'
document.documentElement.dataset.theme = query.get('theme') ?? 'light'
document.documentElement.dir = direction
const brand = query.get('brand')
if (brand) document.head.append(Object.assign(document.createElement('style'), { textContent: brandCss(`#${brand}`) }))

const i18n = createInstance()
i18n.init({
  lng: 'en',
  keySeparator: false,
  nsSeparator: false,
  resources: { en: { translation: flat(web, 'web:') } },
  initAsync: false,
})
document.body.insertAdjacentHTML('afterbegin', fileIconSprite([]))
addFileIcons()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <TextsContext value={i18n}>
        <KitProvider feedback={createFeedback()} direction={direction} timeText={(iso) => iso}>
          <Gallery />
        </KitProvider>
      </TextsContext>
    </StrictMode>,
  )
}
