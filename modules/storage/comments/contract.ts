export {
  Comment,
  type CommentsChanged,
  commentsChanged,
  createComment,
  editComment,
  listComments,
  maxCommentLength,
  removeComment,
  restoreComment,
} from './contract/comments.ts'
