/** Formats texts for `TextFormatter`, in a thread that it can end: a hostile text may keep a regular expression busy. */
import { parentPort } from 'node:worker_threads'
import { markdownTree } from '../../../web/markdown.ts'
import { codeTree } from '../contract/code-tree.ts'
import type { FormatRequest, FormatResult, FormatterReady } from './text-formatter.ts'

parentPort?.on('message', ({ id, text, language }: FormatRequest) => {
  const nodes = language === 'markdown' ? markdownTree(text) : codeTree(text, language)
  parentPort?.postMessage({ id, nodes } satisfies FormatResult)
})

parentPort?.postMessage('ready' satisfies FormatterReady)
