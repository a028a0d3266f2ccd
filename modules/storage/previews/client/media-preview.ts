import type { Item } from '../../tree/contract.ts'
import type { MediaPreviewState } from '../contract.ts'

const path = '/thumbnail/media/'
const pollDelayMs = 1_500
/** Polls without a response before giving up. */
const maxFailedPolls = 5

/** URL of the preview of a film or sound as MP4, with the token of the file's URL; null for other files. */
export const mediaPreviewUrl = ({ id, attributes: { kind, file_url: url } }: Item): string | null =>
  url && (kind === 'video' || kind === 'audio') ? `${path}${id}${/\?.*/.exec(url)?.[0] ?? ''}` : null

const fetchState = async (url: string, signal: AbortSignal): Promise<MediaPreviewState> => {
  const answer = await fetch(url.replace(/^[^?]+/, '$&/state'), { signal })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return (await answer.json()).data
}

/** Polls the state of a preview until it is made; the first request starts this. Ends with `signal`. */
export const watchMediaPreview = async (
  url: string,
  signal: AbortSignal,
  onState: (state: MediaPreviewState) => void,
): Promise<void> => {
  for (let failed = 0; failed < maxFailedPolls && !signal.aborted; ) {
    const state = await fetchState(url, signal).catch(() => null)
    if (signal.aborted) return
    if (state) onState(state)
    if (state && state.state !== 'pending') return
    failed = state ? 0 : failed + 1
    await new Promise((resolve) => setTimeout(resolve, pollDelayMs))
  }
  if (!signal.aborted) onState({ state: 'unavailable', progress: null, seconds: null })
}
