import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import t from 'tap'
import { plainIcon } from './icon-data.ts'

interface IconData {
  node: [string, Record<string, string>][]
}

t.test(
  'icon data: the shapes are the same without their keys, and nothing but the data and the icon is left',
  async (t) => {
    const file = new URL('../../node_modules/lucide-react/dist/esm/icons/users.mjs', import.meta.url)
    const code = readFileSync(file, 'utf8')
    const dataOf = (code: string) => runInThisContext(`(${/__iconData = (\{.*?\n\});/s.exec(code)?.[1]})`) as IconData
    const before = dataOf(code)
    t.ok(before.node.every(([, { key }]) => key))
    const plain = plainIcon(code)
    const shapes = before.node.map(([name, { key, ...shape }]) => [name, shape])
    t.same(dataOf(plain), { ...before, node: shapes })
    t.notMatch(plain, '__iconData.node')
    t.match(plain, 'createLucideIcon(__iconData)')
  },
)
