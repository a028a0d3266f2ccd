import type { UploadSelection } from '../../../modules/storage/uploads/client/enqueue.ts'
import type { HttpRequest, HttpResponse } from '../../../modules/storage/uploads/client/transport.ts'

const uploadScenes = [
  'running',
  'one',
  'folder',
  'many',
  'paused',
  'failed',
  'done',
  'offline',
  'interrupted',
  'conflict',
] as const
export type UploadScene = (typeof uploadScenes)[number]

const mega = 1_000_000

/** A file that claims its size; it is never read, as nothing is sent. */
const file = (path: string, size: number, type = '') => {
  const made = new File(['x'], path.slice(path.lastIndexOf('/') + 1), { type, lastModified: 1_763_000_000_000 })
  const piece = (start: number, end: number) =>
    Object.defineProperty(new Blob(['x']), 'size', { value: Math.max(0, Math.min(end, size) - start) })
  Object.defineProperties(made, {
    size: { value: size },
    slice: { value: (start: number, end: number) => piece(start, end) },
    arrayBuffer: { value: async () => new ArrayBuffer(1) },
  })
  return { path, file: made }
}

const loose = [
  file('Quarterly report 2026 – final draft with all the corrections of the board.pdf', 4.2 * mega, 'application/pdf'),
  file('IMG_2041.jpg', 3.1 * mega, 'image/jpeg'),
  file('Interview Anna.wav', 64 * mega, 'audio/wav'),
  file('عرض المنتج.pptx', 12 * mega),
  file('holiday.mp4', 1_900 * mega, 'video/mp4'),
  file('backup.zip', 220 * mega, 'application/zip'),
]
const trip = Array.from({ length: 1_240 }, (_, index) =>
  file(`Norway 2026/Day ${index % 9}/DSC_${4000 + index}.jpg`, (3 + (index % 5)) * mega, 'image/jpeg'),
)
const many = Array.from({ length: 10_000 }, (_, index) => file(`scan-${index}.png`, 400_000, 'image/png'))

const selections: Record<UploadScene, UploadSelection['files']> = {
  running: loose,
  one: loose.slice(4, 5),
  folder: [...trip, ...loose.slice(0, 2)],
  many,
  paused: loose,
  failed: [
    ...loose.slice(0, 2),
    file('rejected by server.bin', 5 * mega),
    file('broken.raw', 7 * mega),
    ...loose.slice(2, 4),
  ],
  done: [...trip.slice(0, 40), ...loose.slice(0, 3)],
  offline: loose,
  interrupted: [],
  conflict: loose,
}
export const filesOf = (scene: UploadScene): UploadSelection => ({
  files: selections[scene],
  emptyFolders: [],
  unreadable: [],
})

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const answer = (status: number, body: Record<string, unknown> = {}): HttpResponse => ({
  status,
  body,
  retryAfter: null,
})

/** Responds as a server in the state of this scene. */
export const actor =
  (scene: UploadScene) =>
  async (request: HttpRequest): Promise<HttpResponse> => {
    const url = new URL(request.url, location.origin)
    if (url.pathname === '/api/config')
      return answer(200, { chunkSize: 16 * mega, uploadLimit: 0, mimetypesBlacklist: '' })
    if (url.pathname.endsWith('/conflicts')) {
      const { paths } = JSON.parse(String(request.body)) as { paths: string[] }
      const found = scene === 'conflict' ? paths.slice(0, 3) : []
      return answer(200, {
        conflicts: found.map((path) => ({ path, size: 812_345, updated_at: '2026-11-02T09:30:00.000Z' })),
      })
    }
    const { body } = request
    if (!body || typeof body === 'string') return answer(404)
    const size = body instanceof Blob ? body.size : Number(url.searchParams.get('total_size'))
    const name = url.searchParams.get('name') ?? ''
    const offset = Number(url.searchParams.get('offset'))
    if (name.startsWith('rejected'))
      return answer(422, { code: 'file-type-not-allowed', message: 'This file type isn’t allowed.' })
    if (name.startsWith('broken')) return answer(500)
    const fast = scene === 'done' || scene === 'failed'
    for (let step = 1; step <= 10; step++) {
      await wait(fast ? 1 : 40, request.signal)
      request.onProgress?.((size * step) / 10)
      if (scene === 'offline' && offset > 8 * mega) return answer(0)
    }
    if (url.searchParams.get('is_last_chunk') === 'true') return answer(201, { data: {} })
    return answer(200, { data: { attributes: { offset: offset + size } } })
  }
