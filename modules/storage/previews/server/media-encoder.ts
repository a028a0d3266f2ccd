import { createInterface } from 'node:readline'
import { runFfmpeg } from './ffmpeg.ts'
import type { MediaFormat } from './media-format.ts'

/** Seconds of a film or sound that its preview contains at most. */
export const maxPreviewSeconds = { film: 15 * 60, sound: 2 * 60 * 60 } as const

const limits = { cpuSeconds: 30 * 60, memoryKiB: 1 << 20 }
/** Pixels of a frame: 8K. */
const maxSourcePixels = 36_000_000
/** 720p, upright films too. */
const box = `scale=w='if(gt(iw,ih),min(1280,iw),min(720,iw))':h='if(gt(iw,ih),min(720,ih),min(1280,ih))'`
const picture = [
  ['-vf', `${box}:force_original_aspect_ratio=decrease:force_divisible_by=2`],
  ['-fpsmax', '30'],
  ['-c:v', 'libx264', '-preset', 'superfast', '-crf', '27'],
  ['-maxrate', '1500k', '-bufsize', '3000k'],
  ['-pix_fmt', 'yuv420p'],
  ['-threads', '2'],
].flat()
const sound = ['-c:a', 'aac', '-ac', '2', '-b:a', '128k']
const outputs: Readonly<Record<MediaFormat['kind'], readonly string[]>> = {
  film: ['-map', '0:v:0', '-map', '0:a:0?', ...picture, ...sound],
  sound: ['-map', '0:a:0', '-vn', ...sound],
}

/** A request to the media process, one at a time. Paths are absolute. */
export interface MediaRequest extends MediaFormat {
  ffmpeg: string
  source: string
  target: string
}

/** `partial`: the preview has the beginning only. */
export interface EncodedMedia {
  partial: boolean
}

const durationLine = /^ *Duration: (\d+):(\d\d):(\d\d)/
const secondsIn = ([, hours, minutes, seconds]: RegExpExecArray) =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)

/**
 * Writes the preview of a film (H.264 and AAC, at most 720p) or a sound (AAC) as MP4, its index first, without metadata,
 * chapters and subtitles. Throws when ffmpeg cannot within its limits. `onProgress`: part that is done, from 0 to 1.
 */
export const encodeMedia = async (
  { ffmpeg, kind, demuxer, source, target }: MediaRequest,
  onProgress: (fraction: number) => void,
): Promise<EncodedMedia> => {
  const maxSeconds = maxPreviewSeconds[kind]
  const input = { demuxer, path: source, options: ['-threads', '2', '-max_pixels', String(maxSourcePixels)] }
  const plain = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-t', String(maxSeconds)]
  const written = ['-movflags', '+faststart', '-f', 'mp4', '-progress', 'pipe:1', '-nostats', '-y', `file:${target}`]
  const child = runFfmpeg(ffmpeg, input, [...outputs[kind], ...plain, ...written], limits)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let [duration, position] = [0, 0]
  createInterface({ input: child.stderr }).on('line', (line) => {
    const match = duration === 0 && durationLine.exec(line)
    if (match) duration = secondsIn(match)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('out_time_us=')) return
    position = Number(line.slice('out_time_us='.length)) / 1e6 || position
    const expected = Math.min(duration, maxSeconds)
    if (expected > 0) onProgress(Math.min(1, position / expected))
  })
  if ((await ended) !== 0 || position === 0) throw new Error('nothing that can be played')
  return { partial: duration > maxSeconds || (duration === 0 && position > maxSeconds - 1) }
}
