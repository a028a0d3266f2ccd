/**
 * A separate process for encoding previews of films and sounds, as the picture process is for pictures. It starts ffmpeg,
 * which ends with it.
 */
import { serveProcess } from '../../../platform/serve-process.ts'
import { encodeMedia } from './media-encoder.ts'

serveProcess(encodeMedia)
