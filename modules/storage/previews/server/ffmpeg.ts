import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

const maxFrameBytes = 16 << 20

/** Blocks of 512 bytes: 400 MiB. */
const maxFileBlocks = 819_200

interface Limits {
  cpuSeconds: number
  memoryKiB: number
}

const frameLimits: Limits = { cpuSeconds: 8, memoryKiB: 768 << 10 }

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
 * Runs ffmpeg with limits of its own for processor time and memory, which hold even when the calling process is killed;
 * otherwise it ends with that process. `demuxer`: the file's format, which is never guessed. Only local files are read.
 */
export const runFfmpeg = (
  ffmpeg: string,
  input: { demuxer: string; path: string; options?: readonly string[] },
  output: readonly string[],
  { cpuSeconds, memoryKiB }: Limits,
): ChildProcessByStdio<null, Readable, Readable> => {
  const limits = `ulimit -t ${cpuSeconds}; ulimit -v ${memoryKiB}; ulimit -f ${maxFileBlocks}; exec "$0" "$@"`
  const source = [
    '-protocol_whitelist',
    'file',
    ...(input.options ?? []),
    '-f',
    input.demuxer,
    '-i',
    `file:${input.path}`,
  ]
  const child = spawn('/bin/sh', ['-c', limits, ffmpeg, '-nostdin', '-hide_banner', ...source, ...output], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  return child
}

/** A frame of a film as JPEG: the most typical one of its first key frames, so that a black beginning is passed over. Throws without a frame. */
export const extractFrame = async (
  ffmpeg: string,
  demuxer: string,
  path: string,
  maxWidth: number,
): Promise<Buffer> => {
  const child = runFfmpeg(
    ffmpeg,
    { demuxer, path, options: ['-threads', '1', '-skip_frame', 'nokey'] },
    [
      ['-an', '-sn', '-dn'],
      ['-vf', `thumbnail=5,scale=w='min(${maxWidth},iw)':h=-2`],
      ['-frames:v', '1'],
      ['-f', 'image2pipe'],
      ['-c:v', 'mjpeg'],
      ['-q:v', '3'],
      ['-fs', String(maxFrameBytes)],
      ['pipe:1'],
    ].flat(),
    frameLimits,
  )
  child.stderr.resume()
  const frame = await buffer(child.stdout)
  if (frame.length === 0) throw new Error('no frame')
  return frame
}
