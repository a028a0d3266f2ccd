import { rmSync } from 'node:fs'
import { dropTree, makeTree } from '../lib/drop.ts'
import type { Scenario } from './context.ts'

const folders = 100
const files = 100
const size = 4_096
const limit = 60

/** Browser and server share the machine, as they do on a desk. */
export const pageUpload: Scenario = async ({ coffer, scratch }) => {
  const tree = makeTree(scratch, 'dropped', folders, files, size)
  const took = await dropTree(coffer, tree, folders * files)
  rmSync(tree, { recursive: true })
  return [
    {
      scenario: 'page-upload',
      figure: '10,000 × 4 KiB in 100 folders dropped on the page, each durable with its row (s)',
      ours: `${took.toFixed(1)} s`,
      beside: `${limit} s`,
      value: took,
      limit: { most: limit },
    },
  ]
}
