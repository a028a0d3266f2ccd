import { lazyComponent } from '../../../web/ui.ts'
import type { CommentsSectionProps } from './CommentsSection.tsx'

/** The comments on an item; their code loads with the first details that show them. */
export const LazyComments = lazyComponent<CommentsSectionProps>(
  async () => (await import('./CommentsSection.tsx')).CommentsSection,
)
