import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Entitlements, Scope } from '../../modules/storage/index.ts'
import { checkWith, tools } from './archives.ts'
import { testUploads } from './chunks.ts'
import { testFolder } from './folders.ts'

/** URL of an archive of these items. */
export const zipOf = (...items: { id: string; type: string }[]) =>
  `/api/zip?items=${items.map(({ id, type }) => `${id}%7C${type}`).join(',')}`

/** Storage with helpers that upload files and check archives. */
export const testZips = async (t: Test, entitlements: Partial<Entitlements> = {}) => {
  const test = await testUploads(t, entitlements)
  const folder = testFolder(t)
  const file = async (scope: Scope, name: string, bytes: Buffer, path?: string) => {
    const { body } = await test.upload(scope, name, bytes, path ? { path: `${path}/${name}` } : {})
    const { id, attributes } = body.data as NonNullable<typeof body.data>
    return { id, type: 'file', parent: attributes.parent_id as string, bytes }
  }
  const bytesAt = async (scope: Scope, url: string, headers: Record<string, string> = {}) => {
    const answer = await test.get(scope, url, headers)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  /** Downloads an archive and checks its entries with every program. */
  const check = async (t: Test, scope: Scope, url: string, expected: { path: string; size: number }[]) => {
    const { answer, bytes } = await bytesAt(scope, url)
    t.equal(answer.status, 200)
    t.equal(Number(answer.headers.get('content-length')), bytes.length)
    const path = join(folder, 'check.zip')
    writeFileSync(path, bytes)
    for (const tool of tools) checkWith(t, tool, path, expected)
    return { answer, bytes }
  }
  const prepare = (scope: Scope, targets: object) => test.call(scope, 'POST', '/api/zip', targets)
  return { ...test, file, bytesAt, check, prepare }
}
