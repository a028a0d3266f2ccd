import './server/events.ts'

export { CommentEntity } from './server/comment.entity.ts'
export { commentPaths } from './server/comment-paths.ts'
export { commentRoutes } from './server/comments.routes.ts'
export { Comments } from './server/comments.ts'
export { exportComments } from './server/export-section.ts'
export { definePurgeComments } from './server/purge-comments.ts'
