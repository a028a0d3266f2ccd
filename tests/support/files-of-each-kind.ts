import type { TestApp } from './app.ts'
import type { filesPages } from './files-page.ts'
import { putFile } from './shares.ts'
import { tinyAudio, tinyPdf, tinyPhoto, tinyVideo } from './tiny-files.ts'

type NewUser = ReturnType<typeof filesPages>['newUser']

/** A user with a file of each kind that has its own preview. */
export const filesOfEachKind = async (app: TestApp, newUser: NewUser) => {
  const { person, ids } = await newUser(['Box', 'Letters'], 20)
  const files: [string, Buffer][] = [
    ['a photo.jpg', await tinyPhoto(20, 2_000, 1_200)],
    ['b clip.webm', tinyVideo()],
    ['c tone.wav', tinyAudio()],
    ['d paper.pdf', tinyPdf(['The first speaks of apples', 'The second of pears'])],
    ['e notes.md', Buffer.from('# Notes\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n`code` and **bold**\n')],
    ['f main.ts', Buffer.from('export const answer: number = 42 // why\n')],
    ['g long.log', Buffer.from('a line of a long log\n'.repeat(10_000))],
  ]
  for (const [name, bytes] of files) ids[name] = (await putFile(person, name, bytes)).id
  await app.coffer.storage.api.thumbnails.makeAllPending()
  return { person, ids, names: files.map(([name]) => name) }
}
