/** The Markdown parser: an entry point of its own, so that only code that parses Markdown loads it. */
export { markdownTree } from './text/markdown-tree.ts'
