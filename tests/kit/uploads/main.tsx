import '../gallery.css'
import { createInstance } from 'i18next'
import { createRoot } from 'react-dom/client'
import type { PageContext } from 'vike/types'
import storageDe from '../../../locales/de/storage.json' with { type: 'json' }
import webDe from '../../../locales/de/web.json' with { type: 'json' }
import storage from '../../../locales/en/storage.json' with { type: 'json' }
import web from '../../../locales/en/web.json' with { type: 'json' }
import { memoryJournal } from '../../../modules/storage/uploads/client/journal.ts'
import { createUploads } from '../../../modules/storage/uploads/client/uploads.ts'
import { ConflictDialog } from '../../../modules/storage/uploads/ui/ConflictDialog.tsx'
import { UploadsContext } from '../../../modules/storage/uploads/ui/context.ts'
import { UploadPanel } from '../../../modules/storage/uploads/ui/UploadPanel.tsx'
import { createFeedback, KitProvider, PageContextProvider, TextsContext } from '../../../modules/web/ui.ts'
import { actor, filesOf, type UploadScene } from './scenes.ts'

type Texts = { [key: string]: string | Texts }
const flat = (texts: Texts, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text]] : Object.entries(flat(text, `${prefix}${key}.`)),
    ),
  )

/** `?scene=running&theme=dark&lang=de&dir=rtl` */
const query = new URLSearchParams(location.search)
const scene = (query.get('scene') ?? 'running') as UploadScene
const lang = query.get('lang') ?? 'en'
const direction = query.get('dir') === 'rtl' ? 'rtl' : 'ltr'
document.documentElement.dataset.theme = query.get('theme') ?? 'light'
document.documentElement.dir = direction
document.documentElement.lang = lang

const i18n = createInstance()
i18n.init({
  lng: lang,
  keySeparator: false,
  nsSeparator: false,
  resources: {
    en: { translation: { ...flat(storage, 'storage:'), ...flat(web, 'web:') } },
    de: { translation: { ...flat(storageDe, 'storage:'), ...flat(webDe, 'web:') } },
  },
  initAsync: false,
  interpolation: { escapeValue: false },
})

const journal = memoryJournal()
const entry = {
  tab: 'gone',
  lastModified: 1,
  parentId: null,
  parentName: 'Files',
  choice: null,
  isChecked: true,
  at: 1,
}
if (scene === 'interrupted') {
  const names = [
    'holiday.mp4',
    'Interview Anna with a rather long name that does not fit.wav',
    'a.raw',
    'b.raw',
    'c.raw',
  ]
  await journal.put(names.map((name, at) => ({ ...entry, id: `${at}`, name, path: name, size: 5_000_000, at })))
}

const root = createRoot(document.getElementById('root') as HTMLElement)
const render = (question: Parameters<typeof ConflictDialog>[0]['question'] | null) =>
  root.render(
    <PageContextProvider value={{ locale: lang, direction, user: null } as unknown as PageContext}>
      <TextsContext value={i18n}>
        <KitProvider feedback={createFeedback()} direction={direction} timeText={(iso) => iso}>
          <UploadsContext value={{ uploads, add: async () => {} }}>
            <main className="p-6">
              <h1 className="text-20 font-semibold">{scene}</h1>
            </main>
            <UploadPanel />
            {question && <ConflictDialog question={question} onAnswer={() => render(null)} />}
          </UploadsContext>
        </KitProvider>
      </TextsContext>
    </PageContextProvider>,
  )
const uploads = createUploads({
  transport: actor(scene),
  journal,
  tabs: { own: 'here', living: async () => new Set(['here']), close: () => {} },
  checkPermission: false,
  notify: () => {},
  askConflicts: (conflicts, target) => new Promise((resolve, reject) => render({ conflicts, target, resolve, reject })),
})
render(null)
await uploads.recover()
await uploads.add(filesOf(scene), { id: null, name: 'Projects' })
if (scene === 'paused') setTimeout(uploads.pauseAll, 1_200)
Object.assign(window, { uploads })
