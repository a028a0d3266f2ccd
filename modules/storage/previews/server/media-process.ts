/**
 * A separate process for encoding previews of films and sounds, as the picture process is for pictures. It starts ffmpeg,
 * which ends with it.
 */
import type { ProcessResult } from '../../../platform/index.ts'
import { type EncodedMedia, encodeMedia, type MediaRequest } from './media-encoder.ts'

const reply = (message: ProcessResult<EncodedMedia>) => process.send?.(message)

process.on('message', (request: MediaRequest) => {
  encodeMedia(request, (fraction) => reply({ kind: 'progress', fraction })).then(
    (encoded) => reply({ kind: 'done', ...encoded }),
    (error: Error) => reply({ kind: 'failed', reason: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
reply({ kind: 'ready' })
