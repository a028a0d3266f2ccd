/** Elements that a formatted text consists of. */
export type TextTag =
  | (
      | 'a'
      | 'blockquote'
      | 'br'
      | 'code'
      | 'del'
      | 'div'
      | 'em'
      | 'hr'
      | 'input'
      | 'label'
      | 'li'
      | 'ol'
      | 'p'
      | 'pre'
      | 'span'
    )
  | ('strong' | 'table' | 'tbody' | 'td' | 'th' | 'thead' | 'tr' | 'ul' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6')

interface TextAttributes {
  className?: string
  href?: string
  /** First number of a list. */
  start?: number
  checked?: boolean
}

/**
 * A formatted text as data: a text, or an element with its class or attributes and its content. No file content ever
 * becomes markup (docs/decisions/0014-viewer.md).
 */
export type TextNode = string | readonly [TextTag, string | TextAttributes | null, ...TextNode[]]

/** Class of the elements that source code consists of, each with the same number of lines. */
export const codeBlockClass = 'code-lines'
