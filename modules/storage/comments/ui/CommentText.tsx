import { splitAtLinks } from '../client/comment-links.ts'

/** Plain text with its links; each paragraph has the direction of its own letters. */
export const CommentText = ({ text }: { text: string }) => (
  <p dir="auto" className="text-13 bidi-plaintext wrap-anywhere whitespace-pre-wrap">
    {splitAtLinks(text).map(({ text: part, href }, index) =>
      href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
