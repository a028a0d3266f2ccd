import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buffer } from 'node:stream/consumers'

const cpuLimitSeconds = 8
const memoryLimitKiB = 768 << 10
const maxFrameBytes = 16 << 20

/** Path of the installed ffmpeg, or null. */
export const findFfmpeg = (path: string | undefined = process.env.PATH): string | null => {
  for (const folder of path?.split(delimiter) ?? []) {
    const candidate = join(folder, 'ffmpeg')
    try {
      accessSync(candidate, constants.X_OK)
      return candidate
    } catch {
      // Not in this folder.
    }
  }
  return null
}

/**
 * A frame of a film as JPEG: the most typical one of its first key frames, so that a black beginning is passed over.
 * `demuxer`: the film's format. ffmpeg reads local files only, with limits of its own for processor time and memory,
 * which hold even when the calling process is killed. Throws without a frame.
 */
export const frameOf = async (ffmpeg: string, demuxer: string, path: string, maxWidth: number): Promise<Buffer> => {
  const options = [
    ...['-nostdin', '-v', 'quiet', '-threads', '1', '-protocol_whitelist', 'file'],
    ...['-skip_frame', 'nokey', '-f', demuxer, '-i', `file:${path}`, '-an', '-sn', '-dn'],
    ...['-vf', `thumbnail=5,scale=w='min(${maxWidth},iw)':h=-2`, '-frames:v', '1'],
    ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '3', '-fs', String(maxFrameBytes), 'pipe:1'],
  ]
  const limits = `ulimit -t ${cpuLimitSeconds}; ulimit -v ${memoryLimitKiB}; exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', limits, ffmpeg, ...options], { stdio: ['ignore', 'pipe', 'ignore'] })
  const frame = await buffer(child.stdout)
  if (frame.length === 0) throw new Error('no frame')
  return frame
}
